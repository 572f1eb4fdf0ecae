// The machine of PostgreSQL's primary without power: nothing closes the connections to it, and nobody answers on them. The
// product goes on with the standby without a restart (docs/operations/incidents.md).
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { queue } from '#lib/core/queue.ts'
import { type RealtimeServer, startRealtime } from '#server/realtime/server.ts'
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
  process.env.DATABASE_STATEMENT_TIMEOUT_SECONDS = '3'
  return started
})
afterAll(() => pair.end())

const money = setUpMoney()
let realtime: RealtimeServer
beforeAll(async () => {
  realtime = await startRealtime({ host: '127.0.0.1', port: 0 })
})
afterAll(() => realtime.close())

test('statements that nobody answers any more are given up, and who pays meanwhile is counted once', async () => {
  // Work over all rows has a longer statement timeout than this test lasts.
  await until('the worker has done what its clock does at once', async () => {
    const { active = 0, waiting = 0 } = await queue('housekeeping').getJobCounts('active', 'waiting')
    return active + waiting === 0
  })
  const [video, phones] = [await money.video(), newPhones(40)]
  const ordering = phones.map((phone) => orderUnwaited(video, phone).catch(() => undefined))
  await until('some have paid', () => countPaid(money, phones) >= 5)
  await pair.loseMachine()
  await pair.promoteStandby()
  await untilProductWorks(money, realtime)
  await Promise.all(ordering)
  await untilPaidCounted(money, video, phones)
  expectNobodyPromptedTwice(money, phones)
  expect(countPaid(money, phones)).toBeGreaterThanOrEqual(5)
})
