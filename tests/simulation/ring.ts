import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { findSignalsJob } from '#lib/domain/fraud/jobs.ts'
import { workRefundsJob } from '#lib/domain/refunds/jobs.ts'
import { workSignalActionsJob } from '#lib/domain/rings/jobs.ts'
import { until } from '../support/until.ts'
import { rowsOf } from './database.ts'
import type { Contestant } from './joining.ts'
import type { Month } from './month.ts'
import type { Person } from './people.ts'

/** Two votes each, by one browser with many phones. */
const GIFTS = 12
const VOTES = 2
const TOTAL_SHILLINGS = GIFTS * VOTES * 50

const answered = z.object({ actions: z.array(z.object({ id: z.string(), state: z.string() })) })
const asked = z.object({ reference: z.string(), link: z.string() })
const listed = z.object({ results: z.array(z.object({ id: z.string() })) })

/** A ring buys votes; super admins hold all its gifts, and two refund them. Two payers open disputes. */
export async function dealWithRing(
  month: Month,
  [first, second]: readonly [Person, Person],
  { id: videoId }: Contestant,
): Promise<void> {
  const ring = await buyVotes(month, videoId)
  await month.work({ queue: 'housekeeping', name: findSignalsJob.name, data: { days: 2 } })
  const [signal] = await rowsOf<{ id: string }>(
    month.stage.database,
    `SELECT id FROM fraud_signal WHERE video_id = $1 AND kind = 'device' AND status = 'open'`,
    [videoId],
  )
  if (!signal) throw new Error('the ring was not found')
  const path = `/api/admin/fraud-signals/${signal.id}/actions/`
  const note = 'One browser paid with all of these phones.'
  const order = async (body: object) =>
    answered.parse(
      await month.web.expect(200, {
        path,
        body: { note, gift_ids: ring, ...body },
        access: await first.access(),
        key: randomUUID(),
      }),
    ).actions[0]?.id ?? ''
  await untilDone(month, await order({ action: 'hold' }))
  const action = await order({ action: 'send_back', total: TOTAL_SHILLINGS })
  await month.web.ask({
    path: `${path}${action}/decide/`,
    body: { decision: 'confirm' },
    access: await second.access(),
  })
  await untilDone(month, action)
  await month.work({ queue: 'payments', name: workRefundsJob.name })
  await dispute(month, first, ring[0] ?? '')
  month.tell(`a ring of ${GIFTS} gifts is sent back, and two disputes are closed`)
}

/** @returns the ids of the ring's counted gifts */
async function buyVotes(month: Month, videoId: string): Promise<string[]> {
  await month.inTurns(
    Array.from({ length: GIFTS }, (_, n) => n),
    4,
    (n) =>
      month.web.ask({
        path: `/api/videos/${videoId}/bulk-vote/`,
        body: {
          // One session may prompt only a few phones at a time: payments relate them to one browser.
          session_id: `ring-${videoId}-${n}`,
          device_fingerprint: 'device-of-the-ring',
          // From 2000 on, success (simulator/README.md).
          phone_number: `25479200${2_000 + n}`,
          vote_count: VOTES,
        },
        key: randomUUID(),
      }),
  )
  return until(
    'all gifts of the ring count',
    async () => {
      const found = await rowsOf<{ id: string }>(
        month.stage.database,
        `SELECT i.id FROM gift g JOIN payment_intent i ON i.id = g.intent_id
          WHERE g.session_id LIKE $1 || '-%' AND i.state = 'credited' AND i.receipt_missing_since IS NULL`,
        [`ring-${videoId}`],
      )
      if (found.length === GIFTS) {
        const ids = found.map(({ id }) => id)
        await rowsOf(month.stage.database, 'UPDATE gift SET session_id = $2 WHERE intent_id = ANY ($1)', [
          ids,
          `ring-${videoId}`,
        ])
        return ids
      }
      await month.pass(100)
      await month.readStatement(1)
      return null
    },
    120,
  )
}

async function untilDone(month: Month, action: string): Promise<void> {
  await until(
    'the worker is done with the ring',
    async () => {
      await month.work({ queue: 'housekeeping', name: workSignalActionsJob.name })
      const [row] = await rowsOf<{ state: string }>(
        month.stage.database,
        'SELECT state::text FROM signal_action WHERE id = $1',
        [action],
      )
      return row?.state === 'done'
    },
    120,
  )
}

/** Disputes about a payment of the ring and an unknown one; a super admin answers and closes both. */
async function dispute(month: Month, admin: Person, giftId: string): Promise<void> {
  const [paid] = await rowsOf<{ receipt: string; phone: string }>(
    month.stage.database,
    `SELECT r.receipt, i.phone FROM mpesa_receipt r JOIN payment_intent i ON i.id = r.intent_id WHERE i.id = $1`,
    [giftId],
  )
  if (!paid) throw new Error('the ring has no receipt')
  for (const { receipt, phone } of [paid, { receipt: 'SKL7RT61ZZ', phone: '254792003000' }]) {
    const body = { kind: 'not_counted', receipt, phone_number: phone }
    const { reference, link } = asked.parse(
      await month.web.expect(201, { path: '/api/disputes/', body, key: randomUUID() }),
    )
    const access = await admin.access()
    const found = listed.parse(
      await month.web.expect(200, {
        method: 'GET',
        path: `/api/admin/disputes/?search=${reference}`,
        access,
      }),
    )
    const path = `/api/admin/disputes/${found.results[0]?.id}/`
    const text = 'The rules of the contest say why.'
    const note = { path: `${path}notes/`, body: { kind: 'message', text }, access, key: randomUUID() }
    await month.web.expect(200, note)
    await month.web.expect(200, { path, body: { state: 'declined' }, access })
    await month.web.expect(200, { method: 'GET', path: `/api/disputes/${link.split('/').at(-1)}/` })
  }
}

/** Dismisses all other signals: shares with an open signal cannot be withdrawn. */
export async function dismissOthers(month: Month, officer: Person): Promise<void> {
  const open = await rowsOf<{ id: string }>(
    month.stage.database,
    `SELECT id FROM fraud_signal WHERE status = 'open'`,
  )
  for (const { id } of open)
    await month.web.ask({
      path: `/api/users/compliance/fraud-signals/${id}/dismiss/`,
      body: { note: 'A fan of the month.' },
      access: await officer.access(),
    })
}
