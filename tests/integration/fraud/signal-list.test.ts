// The list of signals as officers search it, narrow it and take it away (docs/api.md, Compliance).
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract, downloads } from '#lib/contract/all.ts'
import { parseCsv } from '#lib/contract/csv.ts'
import { nairobiTime } from '#lib/core/clock.ts'
import { closeDb, db, rows } from '#lib/core/db.ts'
import { newId } from '#lib/core/ids.ts'
import { closeRedis } from '#lib/core/redis.ts'
import type { SignedIn } from '#lib/domain/accounts/schema.ts'
import { readSignalsBefore } from '#lib/domain/fraud/queries.ts'
import { type Month, openMonth } from '#tests/support/contest.ts'
import { signInAs } from '#tests/support/people.ts'
import { loadRoute } from '#tests/support/route-files.ts'
import { send } from '#tests/support/send.ts'
import { addOpenVideo, type GivenTo } from '#tests/support/strange-gifts.ts'

let officer: SignedIn
let month: Month
let named: GivenTo
let other: GivenTo
beforeAll(async () => {
  officer = await signInAs('compliance_officer')
  month = await openMonth()
  named = await addOpenVideo(month)
  other = await addOpenVideo(month)
  await db().query(`UPDATE video SET title = 'Zuri 100% shaker' WHERE id = $1`, [named.id])
  await db().query(`UPDATE video SET title = '' WHERE id = $1`, [other.id])
  await db().query(`UPDATE profile SET display_name = 'Atieno Moves' WHERE user_id = $1`, [other.dancerId])
  await db().query(
    `UPDATE track SET title = 'Nairobi Nights' FROM video v WHERE v.track_id = track.id AND v.id = $1`,
    [other.id],
  )
  // Found at the edges of 10 May in Nairobi.
  await addSignal(named, 'phone', nairobiTime(2026, 5, 9, 23, 59), { gifts: 3, votes: 10 })
  await addSignal(named, 'device', nairobiTime(2026, 5, 10, 0, 0), { gifts: 4, votes: 20 })
  await addSignal(other, 'phone', nairobiTime(2026, 5, 10, 23, 59), { gifts: 5, votes: 40 })
  await addSignal(other, 'burst', nairobiTime(2026, 5, 11, 0, 0), { gifts: 6, votes: 80 }, 'dismissed')
})
afterAll(() => Promise.all([closeDb(), closeRedis()]))

async function addSignal(
  video: GivenTo,
  kind: string,
  at: Date,
  { gifts, votes }: { gifts: number; votes: number },
  status = 'open',
): Promise<void> {
  await db().query(
    `INSERT INTO fraud_signal (id, kind, status, video_id, subject, day, score, reasons, gifts, votes, gift_ids, created_at, updated_at,
        decided_by, decided_at)
      VALUES (uuidv7($6::timestamptz - now()), $1, $2, $3, $4, '2026-05-09', $5, '[]', $7, $5, '{}', $6, $6, $8,
        CASE WHEN $8::uuid IS NOT NULL THEN $6::timestamptz END)`,
    [kind, status, video.id, newId(), votes, at, gifts, status === 'dismissed' ? officer.user.id : null],
  )
}

async function list(query: Record<string, string>, as = officer) {
  const route = await loadRoute(contract.fraud.signals)
  const response = await send(route.GET, { access: as.access, query: { status: 'open', ...query } })
  const body = await response.json()
  expect(response.status, JSON.stringify(body)).toBe(200)
  return contract.fraud.signals.answer.parse(body)
}
const votesOf = async (query: Record<string, string>) =>
  (await list(query)).results.map(({ votes }) => votes).sort((a, b) => a - b)

test.each([
  [{}, [10, 20, 40]],
  [{ status: '' }, [10, 20, 40, 80]],
  [{ kind: 'phone' }, [10, 40]],
  [{ kind: 'phone', status: 'dismissed' }, []],
  [{ from: '2026-05-10' }, [20, 40]],
  [{ to: '2026-05-10' }, [10, 20, 40]],
  [{ from: '2026-05-10', to: '2026-05-10', status: '' }, [20, 40]],
  [{ from: '2026-05-12' }, []],
  [{ search: '100% SHAKER' }, [10, 20]],
  [{ search: 'nairobi night' }, [40]],
  [{ search: 'atieno' }, [40]],
  [{ search: 'atieno', status: '' }, [40, 80]],
  [{ search: 'nobody like this' }, []],
] as const)('is narrowed by %j', async (query, votes) => {
  expect(await votesOf(query)).toEqual(votes)
})

test('finds dancers by their usernames, and titles of tracks only where they are shown', async () => {
  const [{ username = '' } = {}] = await rows<{ username: string }>(
    db(),
    'SELECT username FROM app_user WHERE id = $1',
    [named.dancerId],
  )
  expect(await votesOf({ search: username.toUpperCase() })).toEqual([10, 20])
  const [{ title = '' } = {}] = await rows<{ title: string }>(
    db(),
    'SELECT t.title FROM video v JOIN track t ON t.id = v.track_id WHERE v.id = $1',
    [named.id],
  )
  expect(await votesOf({ search: title })).toEqual([])
})

test('adds up all that match, on whatever page', async () => {
  expect((await list({ page_size: '1' })).totals).toEqual({ gifts: 12, votes: 70, amount: 3_500 })
  expect((await list({ page_size: '1', page: '3' })).totals.votes).toBe(70)
  expect((await list({ status: '', from: '2026-05-10' })).totals).toEqual({
    gifts: 15,
    votes: 140,
    amount: 7_000,
  })
  expect((await list({ kind: 'network' })).totals).toEqual({ gifts: 0, votes: 0, amount: 0 })
})

test('refuses kinds and days that are none', async () => {
  const route = await loadRoute(contract.fraud.signals)
  for (const [name, value] of [
    ['kind', 'strange'],
    ['from', '2026-02-31'],
    ['to', 'today'],
  ] as const)
    expect((await send(route.GET, { access: officer.access, query: { [name]: value } })).status).toBe(400)
})

test('is a file for officers and super admins, on record with its filters', async () => {
  const route = await loadRoute(downloads.signals)
  const query = { status: 'open', from: '2026-05-10', search: 'atieno' }
  for (const role of ['compliance_officer', 'super_admin'] as const) {
    const reader = await signInAs(role)
    const response = await send(route.GET, { access: reader.access, query })
    expect(response.status).toBe(200)
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="ngoma-signals-/)
    const [heading = [], ...lines] = parseCsv(await response.text()) ?? []
    const cell = (name: string) => lines.map((line) => line[heading.indexOf(name)])
    expect(cell('found_at_nairobi')).toEqual(['2026-05-10 23:59:00'])
    expect([cell('video')[0], cell('votes')[0], cell('amount_kes')[0]]).toEqual([
      expect.stringMatching(/^Nairobi Nights – /),
      '40',
      '2000',
    ])
    const [last] = await rows<{ action: string; actor_id: string; after: unknown }>(
      db(),
      'SELECT action, actor_id, after FROM audit_event ORDER BY id DESC LIMIT 1',
    )
    expect(last).toEqual({ action: 'fraud_signals.exported', actor_id: reader.user.id, after: query })
  }
  const dancer = await signInAs('dancer')
  expect((await send(route.GET, { access: dancer.access })).status).toBe(403)
})

test('is read part by part in a file, each signal once, those found last first', async () => {
  const filters = { status: '', video: '', search: '' } as const
  const first = await readSignalsBefore(filters, null, 3)
  const second = await readSignalsBefore(filters, first.at(-1)?.id ?? null, 3)
  expect([first, second].map((part) => part.map(({ votes }) => votes))).toEqual([[80, 40, 20], [10]])
})
