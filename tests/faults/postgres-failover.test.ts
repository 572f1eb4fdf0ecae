// PostgreSQL's primary killed, and its standby promoted: what was acknowledged is there, and the product goes on without a
// restart (docs/operations/incidents.md).
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { db, firstRow } from '#lib/core/db.ts'
import { type RealtimeServer, startRealtime } from '#server/realtime/server.ts'
import { votesOf } from '#tests/support/contest.ts'
import { setUpMoney } from '#tests/support/money.ts'
import {
  countPaid,
  expectNobodyPromptedTwice,
  newPhones,
  orderUnwaited,
  untilPaidCounted,
} from '#tests/support/payers.ts'
import { until } from '#tests/support/until.ts'
import { untilProductWorks } from '#tests/support/works-again.ts'

// Before the product reads its environment.
const pair = await vi.hoisted(async () => {
  const [fs, os] = await Promise.all([import('node:fs'), import('node:os')])
  const { startPostgresPair } = await import('#tests/support/postgres-pair.ts')
  const started = await startPostgresPair(fs.mkdtempSync(`${os.tmpdir()}/ngoma-postgres-pair-`))
  process.env.DATABASE_URL = started.url
  return started
})
afterAll(() => pair.end())

const money = setUpMoney()
let realtime: RealtimeServer
beforeAll(async () => {
  realtime = await startRealtime({ host: '127.0.0.1', port: 0 })
})
afterAll(() => realtime.close())

test('the primary is killed while eighty people pay: every acknowledged order and payment is there and counted once', async () => {
  const [video, phones] = [await money.video(), newPhones(80)]
  const acknowledged: string[] = []
  const ordering = phones.map((phone) =>
    orderUnwaited(video, phone).then(
      ({ id }) => acknowledged.push(id),
      () => undefined,
    ),
  )
  await until('some have paid', () => countPaid(money, phones) >= 5)
  const counted = await votesOf(video)
  await pair.killPrimary()
  await pair.promoteStandby()
  await untilProductWorks(money, realtime)
  await Promise.all(ordering)
  const found = await firstRow<{ count: number }>(
    db(),
    'SELECT count(*)::int AS count FROM payment_intent WHERE id = ANY($1)',
    [acknowledged],
  )
  expect(found?.count).toBe(acknowledged.length)
  expect(acknowledged.length).toBeGreaterThan(0)
  expect(await votesOf(video)).toBeGreaterThanOrEqual(counted)
  await untilPaidCounted(money, video, phones)
  expectNobodyPromptedTwice(money, phones)
})
