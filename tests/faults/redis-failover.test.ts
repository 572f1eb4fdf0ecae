// Redis behind Sentinel: another primary, or an empty one, and the product goes on without a restart (docs/operations.md, Redis behind Sentinel).
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { db, firstRow } from '#lib/core/db.ts'
import { createGift } from '#lib/domain/gifts/commands.ts'
import { type RealtimeServer, startRealtime } from '#server/realtime/server.ts'
import { votesOf } from '#tests/support/contest.ts'
import { newPhone, setUpMoney } from '#tests/support/money.ts'
import { until } from '#tests/support/until.ts'
import { untilProductWorks } from '#tests/support/works-again.ts'
import { sweepOnce } from '#workers/sweep.ts'

// Before the product reads its environment.
const group = await vi.hoisted(async () => {
  const { inject } = await import('vitest')
  const { startRedisGroup } = await import('#tests/support/redis-group.ts')
  const started = await startRedisGroup(`${inject('services').dataDir}/redis-group`)
  Object.assign(process.env, started.settings)
  return started
})
afterAll(() => group.end())

const money = setUpMoney()
let realtime: RealtimeServer
beforeAll(async () => {
  realtime = await startRealtime({ host: '127.0.0.1', port: 0 })
})
afterAll(() => realtime.close())
// Before the books are looked at.
afterEach(() => group.comeBack())

const orderUnwaited = (video: { id: string }, phone: string) =>
  createGift({
    videoId: video.id,
    voteCount: 1,
    phone,
    sessionId: `session-of-${phone}`,
    deviceFingerprint: 'fingerprint-1',
  })

/** Forty people order and pay, and Redis has the fault when the first of them have been prompted. */
async function whileFortyPay(fault: () => Promise<void>) {
  const [video, phones] = [await money.video(), Array.from({ length: 40 }, newPhone)]
  const prompted = () => phones.filter((phone) => money.promptsTo(phone).length > 0).length
  const first = phones.slice(0, 20).map((phone) => orderUnwaited(video, phone))
  await until('some are prompted', () => prompted() >= 3)
  const happening = fault()
  const later = phones.slice(20).map((phone) => orderUnwaited(video, phone))
  await happening
  const gifts = await Promise.all([...first, ...later])
  return { video, phones, ids: gifts.map(({ id }) => id) }
}

/** What was paid is counted, nothing is counted twice, nobody was prompted twice, and no order hangs in the air. */
async function expectAllPaidCounted({ video, phones, ids }: Awaited<ReturnType<typeof whileFortyPay>>) {
  // An order whose job was lost with Redis is taken back after a minute.
  await money.passTime(70)
  await until('every gift is paid or taken back', async () => {
    await sweepOnce()
    const row = await firstRow<{ open: number }>(
      db(),
      `SELECT count(*)::int AS open FROM payment_intent WHERE id = ANY($1) AND state NOT IN ('credited', 'rejected')`,
      [ids],
    )
    return row?.open === 0
  })
  const paid = phones.filter((phone) => money.paymentsOf(phone).length > 0)
  expect(await votesOf(video)).toBe(paid.length)
  for (const phone of phones) expect(money.promptsTo(phone).length).toBeLessThanOrEqual(1)
}

test('the primary is killed while forty people pay', async () => {
  const crowd = await whileFortyPay(() => group.killPrimary())
  await untilProductWorks(money, realtime)
  await expectAllPaidCounted(crowd)
}, 150_000)

test('the primary freezes with its connections open while forty people pay', async () => {
  const crowd = await whileFortyPay(() => group.freezePrimary())
  await untilProductWorks(money, realtime)
  await expectAllPaidCounted(crowd)
}, 150_000)

test('the primary hands over while forty people pay', async () => {
  const crowd = await whileFortyPay(() => group.handOver())
  await untilProductWorks(money, realtime)
  await expectAllPaidCounted(crowd)
}, 150_000)

test('every Redis and a sentinel are lost while forty people pay, and come back empty', async () => {
  const crowd = await whileFortyPay(() => group.loseAll())
  await group.comeBack()
  await untilProductWorks(money, realtime)
  await expectAllPaidCounted(crowd)
}, 150_000)
