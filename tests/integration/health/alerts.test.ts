// What is wrong with the product itself, and the mails about it.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { contract } from '#lib/contract/all.ts'
import type { AlertKindName, SystemAlerts } from '#lib/contract/health/alerts.ts'
import { type CheckName, type CheckStatus, checkNames, type HealthCheck } from '#lib/contract/health/calls.ts'
import { addSeconds, now } from '#lib/core/clock.ts'
import { closeDb, db, rows } from '#lib/core/db.ts'
import { closeQueues, queue } from '#lib/core/queue.ts'
import { closeRedis } from '#lib/core/redis.ts'
import type { SignedIn } from '#lib/domain/accounts/schema.ts'
import { countOpenAlerts, noteTroubles, type Troubles, troublesOf } from '#lib/domain/health/alerts.ts'
import { NEVER_PROVEN } from '#lib/domain/health/policy.ts'
import { sendMailJob } from '#lib/domain/mail/jobs.ts'
import { asOwner } from '#tests/support/owner.ts'
import { signInAs } from '#tests/support/people.ts'
import { loadRoute } from '#tests/support/route-files.ts'
import { send } from '#tests/support/send.ts'

let admin: SignedIn
const began = now()
const at = (seconds: number) => addSeconds(began, seconds)
const wrong = (...kinds: AlertKindName[]): Troubles => new Map(kinds.map((kind) => [kind, `${kind} is bad.`]))

beforeAll(async () => {
  admin = await signInAs('super_admin')
})
/** Each test begins without alerts, choices and mails. */
beforeEach(async () => {
  await asOwner((client) => client.query('DELETE FROM system_alert; DELETE FROM alert_choice'))
  await mails()
})
afterAll(() => Promise.all([closeDb(), closeQueues(), closeRedis()]))

const job = z.object({
  userId: z.string(),
  template: z.string(),
  data: z.object({ alerts: z.array(z.object({ kind: z.string() })) }),
})

/** The kinds of each mail to the super admin that waits for the worker, in their order; then they are forgotten. */
async function mails(): Promise<{ template: string; kinds: string[] }[]> {
  const waiting = await queue(sendMailJob.queue).getJobs(['waiting', 'prioritized'], 0, -1, true)
  const told = waiting.map(({ data }) => job.parse(data)).filter(({ userId }) => userId === admin.user.id)
  await Promise.all(waiting.map((one) => one.remove()))
  return told.map(({ template, data }) => ({ template, kinds: data.alerts.map(({ kind }) => kind) }))
}

const alerts = await loadRoute(contract.health.alerts)
async function list(): Promise<SystemAlerts> {
  return (await send(alerts.GET, { access: admin.access })).json()
}
const choose = (kind: string, is_mailed: boolean) =>
  send(alerts.PATCH, { method: 'PATCH', access: admin.access, body: { kind, is_mailed } })

test('what lasts is mailed once in one mail, at most once an hour for each kind, and once more when it is over', async () => {
  await noteTroubles(wrong('mpesa', 'queue'), at(0))
  expect(await mails()).toEqual([])
  // Two workers look at the same time.
  await Promise.all([1, 2].map(() => noteTroubles(wrong('mpesa', 'queue'), at(100))))
  expect(await mails()).toEqual([{ template: 'system_alerts', kinds: ['mpesa', 'queue'] }])

  await noteTroubles(wrong('queue'), at(200))
  expect(await mails()).toEqual([{ template: 'system_alerts_over', kinds: ['mpesa'] }])
  // It comes again within the hour, and stays: that is mailed once the hour is over.
  await noteTroubles(wrong('queue', 'mpesa'), at(300))
  await noteTroubles(wrong('queue', 'mpesa'), at(600))
  expect(await mails()).toEqual([])
  await noteTroubles(wrong('queue', 'mpesa'), at(3_800))
  expect(await mails()).toEqual([{ template: 'system_alerts', kinds: ['mpesa'] }])
  await noteTroubles(wrong(), at(3_900))
  expect(await mails()).toEqual([{ template: 'system_alerts_over', kinds: ['queue', 'mpesa'] }])

  const { results } = await list()
  expect(results).toHaveLength(3)
  expect(results.every(({ closed_at }) => closed_at !== null)).toBe(true)
})

test('what could not be looked at is not over', async () => {
  await noteTroubles(wrong('given_up'), at(5_000))
  await noteTroubles(wrong('given_up'), at(5_100))
  expect(await mails()).toEqual([{ template: 'system_alerts', kinds: ['given_up'] }])
  await noteTroubles(wrong(), at(5_160), { unknown: ['queue', 'given_up'] })
  expect(await mails()).toEqual([])
  await noteTroubles(wrong(), at(5_220))
  expect(await mails()).toEqual([{ template: 'system_alerts_over', kinds: ['given_up'] }])
})

test('what mends itself at once is noted and not mailed', async () => {
  await noteTroubles(wrong('backup'), at(10_000))
  await noteTroubles(wrong(), at(10_030))
  expect(await mails()).toEqual([])
  expect((await list()).results[0]).toMatchObject({
    kind: 'backup',
    detail: 'backup is bad.',
    mailed_at: null,
  })
})

test('a new product is not told that it has no backup before its first day and a half', async () => {
  const never: Troubles = new Map([['backup', NEVER_PROVEN]])
  await noteTroubles(never, at(11_000))
  await noteTroubles(never, at(11_000 + 35 * 3_600))
  expect(await mails()).toEqual([])
  await noteTroubles(never, at(11_000 + 37 * 3_600))
  expect(await mails()).toEqual([{ template: 'system_alerts', kinds: ['backup'] }])
  await noteTroubles(wrong(), at(11_000 + 38 * 3_600))
  expect(await mails()).toHaveLength(1)
})

test('a job that was given up hides no queue that stands still later', async () => {
  await noteTroubles(wrong('given_up'), at(180_000))
  await noteTroubles(wrong('given_up'), at(180_100))
  expect(await mails()).toEqual([{ template: 'system_alerts', kinds: ['given_up'] }])
  await noteTroubles(wrong('given_up', 'queue'), at(190_000))
  await noteTroubles(wrong('given_up', 'queue'), at(190_100))
  expect(await mails()).toEqual([{ template: 'system_alerts', kinds: ['queue'] }])
  await noteTroubles(wrong(), at(191_000))
  expect(await mails()).toHaveLength(1)
})

test('only what is chosen is mailed, and the choice is on record', async () => {
  expect((await list()).kinds.filter(({ is_mailed }) => !is_mailed).map(({ kind }) => kind)).toEqual([
    'payouts',
    'statement',
  ])
  expect((await choose('books', false)).status).toBe(200)
  expect((await choose('payouts', true)).status).toBe(200)
  expect((await choose('nonsense', true)).status).toBe(400)
  await noteTroubles(wrong('books', 'payouts'), at(200_000))
  await noteTroubles(wrong('books', 'payouts'), at(200_100))
  expect(await mails()).toEqual([{ template: 'system_alerts', kinds: ['payouts'] }])
  const audited = await rows(
    db(),
    `SELECT actor_id, subject_id, before, after FROM audit_event WHERE action = 'alert.choice_changed' ORDER BY id`,
  )
  expect(audited).toEqual([
    {
      actor_id: admin.user.id,
      subject_id: 'books',
      before: { is_mailed: true },
      after: { is_mailed: false },
    },
    {
      actor_id: admin.user.id,
      subject_id: 'payouts',
      before: { is_mailed: false },
      after: { is_mailed: true },
    },
  ])
})

test('is what the checks of the health page say', () => {
  const check = (name: CheckName, status: CheckStatus): HealthCheck => ({
    name,
    status,
    latency_ms: 1,
    detail: name,
  })
  const waiting = { waiting: 9, active: 0, failed: 0 }
  const queues = [
    { name: 'mail' as const, ...waiting, oldest_age_s: 301 },
    { name: 'dead-letter' as const, ...waiting, waiting: 1, oldest_age_s: 1 },
  ]
  const checks = [check('ledger_laws', 'failed'), check('mpesa_token', 'warning'), check('backup', 'warning')]
  expect([...troublesOf({ checks, queues }, 2)]).toEqual([
    ['books', 'ledger_laws'],
    ['backup', 'backup'],
    ['queue', 'Queued in mail: 9.'],
    ['given_up', 'Failed jobs: 1.'],
    ['statement', '2'],
  ])
  expect(troublesOf({ checks: [check('payouts', 'ok')], queues: [] }, 0).size).toBe(0)
})

test('of a newer release, whose kinds are not known here, is left to its workers: open, and over', async () => {
  await asOwner((client) =>
    client.query(
      `INSERT INTO system_alert (kind, detail, opened_at, mailed_at, closed_at)
        VALUES ('of tomorrow', 'open', $1, $1, NULL), ('of tomorrow', 'over', $1, $1, $1)`,
      [at(300_000)],
    ),
  )
  await noteTroubles(wrong(), at(300_100))
  expect(await mails()).toEqual([])
  const open = await rows(db(), 'SELECT kind, detail FROM system_alert WHERE closed_at IS NULL')
  expect(open).toEqual([{ kind: 'of tomorrow', detail: 'open' }])
  expect(await countOpenAlerts()).toBe(0)
})

test('what happens while an alert of its kind is open is shown at once, and mailed six hours after the mail before', async () => {
  const hour = 3_600
  const look = (seconds: number, count: number, newest: number) =>
    noteTroubles(new Map([['callbacks', `${count} not understood.`]]), at(seconds), {
      newest: new Map([['callbacks', at(newest)]]),
    })
  const start = 400_000
  await look(start, 1, start - 60)
  await look(start + 100, 1, start - 60)
  expect(await mails()).toEqual([{ template: 'system_alerts', kinds: ['callbacks'] }])
  await look(start + hour, 2, start + hour - 60)
  expect(await mails()).toEqual([])
  const [shown, ...others] = (await list()).results.filter(({ closed_at }) => closed_at === null)
  expect({ shown, others }).toMatchObject({
    shown: { kind: 'callbacks', detail: '2 not understood.', mailed_at: at(start + 100).toISOString() },
    others: [],
  })
  // Two workers look at the same time.
  const again = start + 100 + 6 * hour
  await Promise.all([1, 2].map(() => look(again, 2, start + hour - 60)))
  expect(await mails()).toEqual([{ template: 'system_alerts', kinds: ['callbacks'] }])
  expect((await list()).results[0]).toMatchObject({ mailed_at: at(again).toISOString() })
  // Nothing has come since.
  await look(again + 7 * hour, 2, start + hour - 60)
  expect(await mails()).toEqual([])
  await noteTroubles(wrong(), at(again + 8 * hour))
  expect(await mails()).toEqual([{ template: 'system_alerts_over', kinds: ['callbacks'] }])
})

test('is also that M-Pesa has other addresses for Paybill, or has given no statement', () => {
  const bad = (name: CheckName, status: CheckStatus): HealthCheck => ({
    ...{ name, status, latency_ms: null },
    detail: name,
  })
  const found = (...checks: HealthCheck[]) => [...troublesOf({ checks, queues: [] }, 0)]
  expect(found(bad('paybill', 'warning'))).toEqual([['paybill', 'paybill']])
  expect(found(bad('statement', 'warning'))).toEqual([])
  expect(found(bad('statement', 'failed'))).toEqual([['no_statement', 'statement']])
})

test('is also each part that does not answer, and what M-Pesa told and was not read or believed', () => {
  const found = (status: CheckStatus, ...names: CheckName[]) => [
    ...troublesOf(
      { checks: names.map((name) => ({ ...{ name, status, latency_ms: null }, detail: name })), queues: [] },
      0,
    ).keys(),
  ]
  const parts = ['object_store', 'mail', 'realtime', 'callbacks'] as const
  expect(found('failed', ...parts)).toEqual(['callbacks', 'object_store', 'mail', 'realtime'])
  // Mail was not looked at yet; a callback is of before yesterday, and was mailed.
  expect(found('warning', 'mail', 'callbacks')).toEqual([])
  expect(found('warning', 'callback_sources')).toEqual(['callback_sources'])
})

test('every check is of a kind that is mailed, but for those without which nothing can be mailed', () => {
  const failed = (name: CheckName): HealthCheck => ({ name, status: 'failed', latency_ms: null, detail: '' })
  const unseen = checkNames.filter((name) => troublesOf({ checks: [failed(name)], queues: [] }, 0).size === 0)
  expect(unseen).toEqual(['postgres', 'redis', 'worker'])
})
