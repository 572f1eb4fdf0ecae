import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { contract } from '#lib/contract/all.ts'
import type { Call } from '#lib/contract/call.ts'
import { addSeconds, nairobiDayStart, now } from '#lib/core/clock.ts'
import { db, rows } from '#lib/core/db.ts'
import { newId } from '#lib/core/ids.ts'
import type { SignedIn } from '#lib/domain/accounts/schema.ts'
import { findSignals } from '#lib/domain/fraud/find-signals.ts'
import { networkMark } from '#lib/domain/fraud/network-mark.ts'
import { addPerson, addVideo, type Month, openMonth, type StageVideo } from '#tests/support/contest.ts'
import { signInAs } from '#tests/support/people.ts'
import { loadRoute } from '#tests/support/route-files.ts'
import { newAddress, send } from '#tests/support/send.ts'

let month: Month
let video: StageVideo
let officer: SignedIn
let admin: SignedIn
beforeAll(async () => {
  month = await openMonth()
  officer = await signInAs('compliance_officer')
  admin = await signInAs('super_admin')
})
beforeEach(async () => {
  video = await addVideo(month)
  await db().query('UPDATE video SET approved_date = $2 WHERE id = $1', [
    video.id,
    addSeconds(now(), -864_000),
  ])
})

type More = { as?: SignedIn | null; query?: Record<string, string>; body?: unknown }
async function call(one: Call, id = '', { as = officer, query, body }: More = {}) {
  const route = await loadRoute(one)
  const response = await send(route[one.method], {
    method: one.method,
    params: { id },
    query,
    body,
    access: as?.access,
    address: newAddress(),
  })
  return { status: response.status, json: await response.json() }
}
const list = async (query: Record<string, string> = {}) =>
  (await call(contract.fraud.signals, '', { query: { video: video.id, ...query } })).json
const dismiss = (id: string, as = officer, note: unknown = 'A stand at the show.') =>
  call(contract.fraud.dismiss, id, { as, body: { note } })
const escalate = (id: string, as = officer) => call(contract.fraud.escalate, id, { as, body: {} })

let phones = 0
const phone = () => `2547331${String(phones++).padStart(5, '0')}`

type Paid = {
  phone?: string
  session?: string
  model?: string
  address?: string
  votes?: number
  agoSeconds?: number
}

/** When the newest gifts were paid: late enough in the day that what was paid minutes before is of the same. */
const moment = new Date(Math.max(now().getTime(), addSeconds(nairobiDayStart(now()), 1_200).getTime()))

/** A gift as it stands once it is counted; what its money did is no part of this. */
async function addGift(paid: Paid = {}): Promise<string> {
  const id = newId()
  const who = paid.phone ?? phone()
  const paidAt = addSeconds(moment, -(paid.agoSeconds ?? 0))
  await db().query(
    `INSERT INTO payment_intent (id, purpose, state, amount, phone, account_reference, paid_at, settled_at)
      VALUES ($1, 'gift', 'credited', $2, $3, $4, $5, $5)`,
    [id, (paid.votes ?? 1) * 5_000, who, id.slice(-12), paidAt],
  )
  await db().query(
    `INSERT INTO gift (intent_id, video_id, challenge_id, dancer_account_id, musician_account_id, vote_count, phone,
        session_id, device_fingerprint, network)
      SELECT $1, $2, $3, d.id, m.id, $4, $5, $6, $7, $8 FROM account d, account m WHERE d.owner_id = $9 AND m.owner_id = $10`,
    [
      id,
      video.id,
      month.id,
      paid.votes ?? 1,
      who,
      paid.session ?? newId(),
      paid.model ?? newId().slice(-20),
      networkMark(paid.address ?? newAddress()),
      video.dancerId,
      video.musicianId,
    ],
  )
  await db().query('UPDATE video SET vote_count = vote_count + $2 WHERE id = $1', [video.id, paid.votes ?? 1])
  return id
}
const addGifts = async (count: number, paid: (n: number) => Paid) => {
  const ids: string[] = []
  for (let n = 0; n < count; n++) ids.push(await addGift(paid(n)))
  return ids
}
const search = () => findSignals({ days: 1 })
/** Six phones from one browser. */
const sharedBrowser = () => addGifts(6, () => ({ session: `browser of ${video.id}` }))

describe('what is found', () => {
  test('many phones of one browser, with the gifts as evidence and their phones masked', async () => {
    const ids = await sharedBrowser()
    await addGift()
    await search()
    const { count, results } = await list()
    expect(count).toBe(1)
    expect(results[0]).toMatchObject({
      kind: 'device',
      status: 'open',
      score: 62,
      gifts: 6,
      votes: 6,
      amount: 300,
      gift_id: null,
      video: { id: video.id, title: 'A dance' },
      reasons: [
        { kind: 'phones_of_device', value: 6, points: 50, link: null },
        { kind: 'gifts_in_ten_minutes', value: 6, points: 12 },
      ],
    })
    const { json } = await call(contract.fraud.detail, results[0].id)
    expect(json.evidence.map((gift: { id: string }) => gift.id)).toEqual(ids.reverse())
    expect(new Set(json.evidence.map((gift: { browser: string }) => gift.browser)).size).toBe(1)
    expect(new Set(json.evidence.map((gift: { network: string }) => gift.network)).size).toBe(6)
    for (const gift of json.evidence) expect(gift).toMatchObject({ phone: /^2547…\d{3}$/, status: 'counted' })
    expect(JSON.stringify(json)).not.toMatch(/2547\d{8}/)
  })

  test('one phone that gives again and again within minutes', async () => {
    const fan = phone()
    await addGifts(12, (n) => ({ phone: fan, agoSeconds: n * 30 }))
    await addGifts(12, (n) => ({ phone: `${fan.slice(0, -1)}x`, agoSeconds: n * 3_000 }))
    await search()
    expect((await list()).results).toMatchObject([
      {
        kind: 'phone',
        score: 50,
        gifts: 12,
        reasons: [{ kind: 'gifts_in_ten_minutes', value: 12, points: 50 }],
      },
    ])
  })

  test('a crowd behind one address is none, unless their devices are the same as well', async () => {
    await addGifts(30, () => ({ address: '105.160.1.1' }))
    await search()
    expect((await list()).count).toBe(0)
    await addGifts(20, () => ({ address: '105.160.1.1', model: 'one and the same' }))
    await search()
    expect((await list()).results).toMatchObject([
      {
        kind: 'network',
        score: 45 + 10,
        reasons: [{ kind: 'phones_of_model' }, { kind: 'phones_of_network' }],
      },
    ])
  })

  test('ten minutes that are not like the others', async () => {
    await addGifts(20, (n) => ({ votes: 50, agoSeconds: (n + 1) * 4_000 }))
    await addGifts(10, () => ({ votes: 100 }))
    await search()
    expect((await list()).results).toMatchObject([
      { kind: 'burst', votes: 1_000, reasons: [{ kind: 'times_usual', points: 45 }] },
    ])
  })

  test('nothing in gifts that look like anybody’s', async () => {
    await addGifts(20, (n) => ({ agoSeconds: n * 60, votes: 1 + (n % 5) }))
    await search()
    expect((await list()).count).toBe(0)
  })

  test('the same once, however often and by however many it is looked for, and what grows grows', async () => {
    await sharedBrowser()
    await Promise.all([search(), search(), search()])
    const [first] = (await list()).results
    await addGift({ session: `browser of ${video.id}` })
    await search()
    const { count, results } = await list()
    expect(count).toBe(1)
    expect(results[0]).toMatchObject({ id: first.id, gifts: 7 })
    expect(results[0].score).toBeGreaterThan(first.score)
  })

  test('changes no count, no gift and no balance', async () => {
    const look = async () => [
      await rows(db(), 'SELECT vote_count FROM video WHERE id = $1', [video.id]),
      await rows(db(), 'SELECT * FROM gift WHERE video_id = $1 ORDER BY intent_id', [video.id]),
      await rows(db(), 'SELECT id, posted, held, version FROM account ORDER BY id'),
    ]
    await sharedBrowser()
    const before = await look()
    expect(await search()).toBeGreaterThan(0)
    expect(await look()).toEqual(before)
  })
})

describe('an officer', () => {
  async function found(): Promise<string> {
    await sharedBrowser()
    await search()
    return (await list()).results[0].id
  }
  const auditOf = (id: string) =>
    rows(db(), 'SELECT actor_id, action, before, after FROM audit_event WHERE subject_id = $1 ORDER BY id', [
      id,
    ])

  test('dismisses a signal with a note, once, on record', async () => {
    const id = await found()
    expect(await dismiss(id, officer, ' ')).toMatchObject({
      status: 400,
      json: { errors: { note: ['This field is required.'] } },
    })
    expect(await dismiss(id)).toMatchObject({
      status: 200,
      json: { status: 'dismissed', note: 'A stand at the show.', decided_by: officer.user.username },
    })
    for (const again of [dismiss(id), escalate(id)])
      expect(await again).toMatchObject({ status: 409, json: { code: 'already_decided' } })
    expect((await list({ status: 'open' })).count).toBe(0)
    expect((await list({ status: 'dismissed' })).count).toBe(1)
    expect(await auditOf(id)).toMatchObject([
      {
        actor_id: officer.user.id,
        action: 'fraud_signal.dismissed',
        before: { status: 'open' },
        after: { status: 'dismissed', note: 'A stand at the show.' },
      },
    ])
  })

  test('finds it again only once it has grown a lot', async () => {
    await addGifts(6, () => ({ session: `browser of ${video.id}` }))
    await search()
    const { id } = (await list()).results[0]
    await dismiss(id)
    await addGift({ session: `browser of ${video.id}` })
    await search()
    expect((await list()).results).toMatchObject([{ id, status: 'dismissed', gifts: 6 }])
    await addGifts(3, () => ({ session: `browser of ${video.id}` }))
    await search()
    expect((await list()).results).toMatchObject([
      { id, status: 'open', gifts: 10, note: 'A stand at the show.' },
    ])
    expect((await auditOf(id)).at(-1)).toMatchObject({ actor_id: null, action: 'fraud_signal.reopened' })
  })

  test('puts it before the super admins, who alone dismiss it then', async () => {
    const id = await found()
    expect(await escalate(id)).toMatchObject({ status: 200, json: { status: 'escalated' } })
    expect(await dismiss(id)).toMatchObject({ status: 403, json: { code: 'needs_super_admin' } })
    expect((await list({ status: 'escalated' })).count).toBe(1)
    expect(await dismiss(id, admin)).toMatchObject({ status: 200, json: { status: 'dismissed' } })
    expect((await auditOf(id)).map(({ action }) => action)).toEqual([
      'fraud_signal.escalated',
      'fraud_signal.dismissed',
    ])
  })

  test('does not decide about their own video or song', async () => {
    const id = await found()
    await db().query('UPDATE video SET dancer_id = $2 WHERE id = $1', [video.id, officer.user.id])
    expect(await dismiss(id)).toMatchObject({ status: 403, json: { code: 'own_submission' } })
    await db().query('UPDATE video SET dancer_id = $2 WHERE id = $1', [video.id, await addPerson('dancer')])
    expect(await dismiss(id)).toMatchObject({ status: 200 })
  })

  test('of two at once, one decides', async () => {
    const id = await found()
    const answers = await Promise.all([dismiss(id), escalate(id, admin)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await auditOf(id)).toHaveLength(1)
  })

  test('reads signals in pages, the highest scores first', async () => {
    await sharedBrowser()
    const fan = phone()
    await addGifts(12, () => ({ phone: fan }))
    await search()
    expect((await list()).results.map(({ kind }: { kind: string }) => kind)).toEqual(['device', 'phone'])
    expect(await list({ page: '2', page_size: '1' })).toMatchObject({
      count: 2,
      next: null,
      previous: expect.stringContaining(`video=${video.id}`),
      results: [{ kind: 'phone' }],
    })
    expect((await call(contract.fraud.signals, '', { query: { status: 'nonsense' } })).json).toEqual({
      errors: { status: ['Choose a status of signals.'] },
      code: 'invalid',
    })
    expect((await call(contract.fraud.detail, newId())).status).toBe(404)
  })
})

test('nobody else is told', async () => {
  const others = [null, await signInAs('dancer'), await signInAs('copyright_owner')]
  for (const as of others)
    for (const one of Object.values(contract.fraud)) {
      const body = one.method === 'POST' ? { note: 'x' } : undefined
      expect(await call(one, newId(), { as, body })).toMatchObject({ status: as ? 403 : 401 })
    }
})
