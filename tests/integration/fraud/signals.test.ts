import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { contract } from '#lib/contract/all.ts'
import type { Call } from '#lib/contract/call.ts'
import { db, rows } from '#lib/core/db.ts'
import { newId } from '#lib/core/ids.ts'
import type { SignedIn } from '#lib/domain/accounts/schema.ts'
import { findSignals } from '#lib/domain/fraud/find-signals.ts'
import { type Month, openMonth } from '#tests/support/contest.ts'
import { signInAs } from '#tests/support/people.ts'
import { loadRoute } from '#tests/support/route-files.ts'
import { newAddress, send } from '#tests/support/send.ts'
import {
  addGift,
  addGifts,
  addOpenVideo,
  addSharedBrowser,
  type GivenTo,
  unusedPhone,
} from '#tests/support/strange-gifts.ts'

let month: Month
let video: GivenTo
let officer: SignedIn
beforeAll(async () => {
  month = await openMonth()
  officer = await signInAs('compliance_officer')
})
beforeEach(async () => {
  video = await addOpenVideo(month)
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
const search = () => findSignals({ days: 1 })

describe('what is found', () => {
  test('many phones of one browser, with the gifts as evidence and their phones masked', async () => {
    const ids = await addSharedBrowser(video)
    await addGift(video)
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
    expect(new Set(json.evidence.map((gift: { payer: number }) => gift.payer)).size).toBe(
      json.reasons[0].value,
    )
    expect(new Set(json.evidence.map((gift: { browser: string }) => gift.browser)).size).toBe(1)
    expect(new Set(json.evidence.map((gift: { network: string }) => gift.network)).size).toBe(6)
    for (const gift of json.evidence) expect(gift).toMatchObject({ phone: /^2547…\d{3}$/, status: 'counted' })
    expect(JSON.stringify(json)).not.toMatch(/2547\d{8}/)
  })

  test('one phone that gives again and again within minutes', async () => {
    const fan = unusedPhone()
    await addGifts(video, 12, (n) => ({ phone: fan, agoSeconds: n * 30 }))
    await addGifts(video, 12, (n) => ({ phone: `${fan.slice(0, -1)}x`, agoSeconds: n * 3_000 }))
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
    await addGifts(video, 30, () => ({ address: '105.160.1.1' }))
    await search()
    expect((await list()).count).toBe(0)
    await addGifts(video, 20, () => ({ address: '105.160.1.1', model: 'one and the same' }))
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
    await addGifts(video, 20, (n) => ({ votes: 50, agoSeconds: (n + 1) * 4_000 }))
    await addGifts(video, 10, () => ({ votes: 100 }))
    await search()
    expect((await list()).results).toMatchObject([
      { kind: 'burst', votes: 1_000, reasons: [{ kind: 'times_usual', points: 45 }] },
    ])
  })

  test('nothing in gifts that look like anybody’s', async () => {
    await addGifts(video, 20, (n) => ({ agoSeconds: n * 60, votes: 1 + (n % 5) }))
    await search()
    expect((await list()).count).toBe(0)
  })

  test('the same once, however often and by however many it is looked for, and what grows grows', async () => {
    await addSharedBrowser(video)
    await Promise.all([search(), search(), search()])
    const [first] = (await list()).results
    await addSharedBrowser(video, 1)
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
    await addSharedBrowser(video)
    const before = await look()
    expect(await search()).toBeGreaterThan(0)
    expect(await look()).toEqual(before)
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
