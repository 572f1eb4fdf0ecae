// Redis behind Sentinel: another primary, or an empty one, and the product goes on without a restart (docs/operations/options.md, Redis behind Sentinel).
import { afterAll, afterEach, beforeAll, test, vi } from 'vitest'
import { connectRedis } from '#lib/core/redis.ts'
import { type RealtimeServer, startRealtime } from '#server/realtime/server.ts'
import { setUpMoney } from '#tests/support/money.ts'
import { countPrompted, expectPaidOrTakenBack, newPhones, orderUnwaited } from '#tests/support/payers.ts'
import { until } from '#tests/support/until.ts'
import { untilProductWorks } from '#tests/support/works-again.ts'

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

/** Forty people order and pay, and Redis has the fault when the first of them have been prompted. */
async function whileFortyPay(fault: () => Promise<void>) {
  const [video, phones] = [await money.video(), newPhones(40)]
  const first = phones.slice(0, 20).map((phone) => orderUnwaited(video, phone))
  await until('some are prompted', () => countPrompted(money, phones) >= 3)
  const happening = fault()
  const later = phones.slice(20).map((phone) => orderUnwaited(video, phone))
  await happening
  const gifts = await Promise.all([...first, ...later])
  return { video, phones, ids: gifts.map(({ id }) => id) }
}

test('the primary is killed while forty people pay', async () => {
  const crowd = await whileFortyPay(() => group.killPrimary())
  await untilProductWorks(money, realtime)
  await expectPaidOrTakenBack(money, crowd)
})

test('the primary freezes with its connections open while forty people pay', async () => {
  const crowd = await whileFortyPay(() => group.freezePrimary())
  await untilProductWorks(money, realtime)
  await expectPaidOrTakenBack(money, crowd)
})

test('the primary hands over while forty people pay', async () => {
  const crowd = await whileFortyPay(() => group.handOver())
  await untilProductWorks(money, realtime)
  await expectPaidOrTakenBack(money, crowd)
})

test('a failover that is told while another connection is being made does not end that one', async () => {
  const connection = connectRedis()
  const listening = () => Reflect.get(Reflect.get(connection, 'connector'), 'failoverDetector')
  await until('it is ready, and listens to the sentinels', () => connection.status === 'ready' && listening())
  const { sentinels } = listening()
  connection.once('connecting', () => {
    for (const { client } of sentinels) client.emit('message', '+switch-master', '')
  })
  // As when the primary dies; `disconnect` would end the listening itself.
  Reflect.get(connection, 'stream').destroy()
  await until('it has closed', () => connection.status !== 'ready')
  await until('it is ready again', () => connection.status === 'ready')
})

test('every Redis and a sentinel are lost while forty people pay, and come back empty', async () => {
  const crowd = await whileFortyPay(() => group.loseAll())
  await group.comeBack()
  await untilProductWorks(money, realtime)
  await expectPaidOrTakenBack(money, crowd)
})
