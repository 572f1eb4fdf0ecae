// docs/api.md, Admin: GET /admin/health-metrics/; dead letters and their retry.
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { compareClocks } from '#lib/core/database-clock.ts'
import { closeDb, db, rows } from '#lib/core/db.ts'
import { startHeartbeat } from '#lib/core/heartbeat.ts'
import { newId } from '#lib/core/ids.ts'
import { metrics } from '#lib/core/metrics.ts'
import { closeQueues, queue } from '#lib/core/queue.ts'
import { closeRedis } from '#lib/core/redis.ts'
import { closeStorage } from '#lib/core/storage.ts'
import type { SignedIn } from '#lib/domain/accounts/schema.ts'
import { checkBooks, recordCheck } from '#lib/domain/books/check.ts'
import { probeParts } from '#lib/domain/health/probe.ts'
import { readHealth, readNewest } from '#lib/domain/health/queries.ts'
import { OWN_SOURCE } from '#lib/domain/payments/callback-source.ts'
import { startMailbox } from '#tests/support/mailbox.ts'
import { asOwner } from '#tests/support/owner.ts'
import { signInAs } from '#tests/support/people.ts'
import { send } from '#tests/support/send.ts'
import { until } from '#tests/support/until.ts'
import { startConsumers } from '#workers/consume.ts'
import { refreshGauges } from '#workers/metrics.ts'
import * as retry from '../../../app/api/admin/dead-letters/[id]/retry/route.ts'
import * as deadLetters from '../../../app/api/admin/dead-letters/route.ts'
import * as health from '../../../app/api/admin/health-metrics/route.ts'
import * as payments from '../../../app/api/admin/payments/route.ts'

let admin: SignedIn
const ends: (() => Promise<unknown>)[] = [closeDb, closeRedis, closeQueues, async () => closeStorage()]
beforeAll(async () => {
  admin = await signInAs('super_admin')
})
afterAll(async () => {
  for (const end of ends.reverse()) await end()
})

const read = async () => (await send(health.GET, { access: admin.access })).json()
async function checkOf(name: string) {
  const { checks } = await read()
  return checks.find((check: { name: string }) => check.name === name)
}

describe('the health of the parts', () => {
  test('has the documented shape: checks, queues, payments', async () => {
    const answer = await read()
    expect(answer).toEqual({
      status: 'down',
      checked_at: expect.any(String),
      checks: expect.arrayContaining([
        { name: 'postgres', status: 'ok', latency_ms: expect.any(Number), detail: 'Working.' },
        { name: 'redis', status: 'ok', latency_ms: expect.any(Number), detail: 'Working.' },
        { name: 'object_store', status: 'ok', latency_ms: expect.any(Number), detail: 'Working.' },
      ]),
      queues: ['settlement', 'payments', 'mail', 'housekeeping', 'pictures', 'dead-letter'].map((name) => ({
        name,
        waiting: 0,
        active: 0,
        failed: 0,
        oldest_age_s: null,
      })),
      payments: { pending: 0, unresolved: 0, callback_p95_s: null },
    })
  })

  test('misses a worker and a realtime that are silent, and hears them when they live', async () => {
    expect(await checkOf('worker')).toMatchObject({ status: 'failed' })
    const stops = [startHeartbeat('worker'), startHeartbeat('realtime')]
    await until('both are heard', async () => (await checkOf('realtime')).status === 'ok')
    expect(await checkOf('worker')).toMatchObject({ status: 'ok', detail: '1 process is running.' })
    for (const stop of stops) await stop()
    expect(await checkOf('worker')).toMatchObject({ status: 'failed' })
  })

  test('tells of machines whose clocks are off, and hears a worker by another clock all the same', async () => {
    const found = async (part: string) => {
      const check = (await readHealth()).checks.find(({ name }) => name === part)
      return check && { ...check, detail: String(check.detail) }
    }
    onTestFinished(async () => {
      vi.useRealTimers()
      await compareClocks()
    })
    const shift = async (ms: number) => {
      vi.useFakeTimers({ toFake: ['Date'], now: performance.timeOrigin + performance.now() + ms })
      await compareClocks()
    }
    expect(await found('clocks')).toMatchObject({
      status: 'ok',
      detail: 'All clocks agree with PostgreSQL’s.',
    })
    await shift(-62_000)
    const told = /^The clock of this process on \S+ is 6\d s behind PostgreSQL’s\.$/
    expect(await found('clocks'), 'a process without a heartbeat tells of itself').toMatchObject({
      status: 'warning',
      detail: expect.stringMatching(told),
    })
    const stops = [startHeartbeat('worker')]
    await until('the worker is heard', async () => (await found('worker'))?.status === 'ok')
    await shift(600_000)
    stops.push(startHeartbeat('realtime'))
    await until('realtime is heard', async () => (await found('realtime'))?.status === 'ok')
    expect(await found('worker')).toMatchObject({ status: 'ok' })
    expect(await found('clocks')).toMatchObject({
      status: 'warning',
      detail: expect.stringMatching(
        /^The clock of worker on \S+ is 6\d s behind PostgreSQL’s\. The clock of realtime on \S+ is 10 min ahead of PostgreSQL’s\.$/,
      ),
    })
    for (const stop of stops) await stop()
    await shift(-3_000)
    expect(await found('clocks')).toMatchObject({ status: 'ok' })
  })

  test('tells what the worker finds of mail and M-Pesa', async () => {
    expect(await checkOf('mail')).toMatchObject({ status: 'warning', detail: 'Not checked yet.' })
    await probeParts()
    expect(await checkOf('mail')).toMatchObject({
      status: 'failed',
      detail: expect.stringContaining('ECONNREFUSED'),
    })
    expect(await checkOf('mpesa_token')).toMatchObject({ status: 'failed' })
    expect(await checkOf('mpesa_circuit')).toMatchObject({ status: 'ok' })
    ends.push(await startMailbox())
    await probeParts()
    expect(await checkOf('mail')).toMatchObject({ status: 'ok' })
  })

  test('tells how the invariants of the ledger came out last', async () => {
    await checkBooks()
    expect(await checkOf('ledger_laws')).toMatchObject({ status: 'ok' })
    await recordCheck('ledger_laws', ['Broken: every journal sums to zero: 7'], 12)
    expect(await checkOf('ledger_laws')).toEqual({
      name: 'ledger_laws',
      status: 'failed',
      latency_ms: 12,
      detail: 'Broken: every journal sums to zero: 7',
    })
  })

  test('tells of backups: none, one proven, one whose files are missing, the newest damaged', async () => {
    expect(await checkOf('backup')).toMatchObject({ status: 'warning' })
    const add = (status: string, proven: boolean) =>
      rows(
        db(),
        `INSERT INTO backup (id, status, created_at, made_at, size, rows, verified_at)
          VALUES ($1, $2::backup_status, clock_timestamp(), now(), 1, 1, CASE WHEN $3 THEN now() END)`,
        [newId(), status, proven],
      )
    await add('verified', true)
    expect(await checkOf('backup')).toMatchObject({ status: 'ok' })
    await rows(db(), `UPDATE backup SET problem = 'Files are not there.'`)
    expect(await checkOf('backup')).toMatchObject({ status: 'warning', detail: 'Files are not there.' })
    await add('damaged', false)
    expect(await checkOf('backup')).toMatchObject({ status: 'failed' })
  })

  test('tells of an outbox that nobody empties', async () => {
    await asOwner((client) =>
      client.query(
        `INSERT INTO outbox (kind, target, payload, created_at) VALUES ('job', 'mail', '{}', now() - interval '10 minutes')`,
      ),
    )
    expect(await checkOf('outbox')).toMatchObject({
      status: 'warning',
      detail: '1 queued, the oldest for 10 min.',
    })
    await rows(db(), 'DELETE FROM outbox')
    expect(await checkOf('outbox')).toMatchObject({ status: 'ok' })
  })

  test('counts payments under way, what needs people, and how long callbacks take', async () => {
    await addIntent('awaiting')
    await rows(
      db(),
      `INSERT INTO callback_inbox (kind, source_address, body, received_at, processed_at)
        VALUES ('stk', '127.0.0.1', '{}', now() - interval '4 seconds', now() - interval '2 seconds')`,
    )
    expect((await read()).payments).toEqual({ pending: 1, unresolved: 0, callback_p95_s: 2 })
  })
})

async function addIntent(state: string): Promise<string> {
  const id = newId()
  await rows(
    db(),
    `INSERT INTO payment_intent (id, purpose, state, amount, phone, account_reference)
      VALUES ($1, 'topup', $2::payment_state, 5000, '254700000000', $3)`,
    [id, state, id.slice(-12)],
  )
  return id
}

async function addReceipt(receipt: string, status: string): Promise<string> {
  await rows(
    db(),
    `INSERT INTO mpesa_receipt (receipt, status, amount, source, paid_at)
      VALUES ($1, $2::receipt_status, 5000, 'c2b', now())`,
    [receipt, status],
  )
  return receipt
}

const addRefund = (receipt: string, problem: string) =>
  rows(
    db(),
    `INSERT INTO refund (id, reference, receipt, amount, method, state, problem)
      VALUES ($1, $2, $3, 5000, 'reversal', 'accepted', $4)`,
    [newId(), newId().slice(-12), receipt, problem],
  )

/** @param amount in cents: above the setting's threshold it waits for two people */
async function addPayout(amount: number): Promise<string> {
  const id = newId()
  await asOwner((owner) =>
    owner.query(
      `INSERT INTO payout (id, reference, owner_id, account_id, amount, phone, is_held, approve_after)
        SELECT $1, $2, $3, min(id), $4, '254700000000', true, now() FROM account`,
      [id, id.slice(-12), admin.user.id, amount],
    ),
  )
  return id
}

async function addedId(sql: string): Promise<string> {
  const [row] = await rows<{ id: bigint }>(db(), sql)
  return String(row?.id)
}

test('what needs people is one number: of the health page, the list, its filter and the metrics', async () => {
  const waiting = [
    await addIntent('review'),
    await addIntent('unresolved'),
    await addReceipt('SUSPENSE01', 'unmatched'),
    await addReceipt('REFUND0001', 'refund_pending'),
    await addPayout(24_000_000),
  ]
  await addRefund('REFUND0001', 'unheard')
  const alert = await addedId(`INSERT INTO payout_alert (kind) VALUES ('contradiction') RETURNING id`)
  waiting.push(`alert-${alert}`)
  const difference = await addedId(
    `INSERT INTO balance_difference (account, amount, first_seen_at, last_seen_at, alerted_at)
      VALUES ('working', 100, now(), now(), now()) RETURNING id`,
  )
  waiting.push(`difference-${difference}`)
  // What goes on by itself needs nobody.
  await addIntent('refund_pending')
  await addRefund(await addReceipt('REFUND0002', 'refund_pending'), '')
  await addPayout(10_000)

  for (const status of ['unresolved', 'open', '']) {
    const answer = await send(payments.GET, { access: admin.access, query: { status, page_size: '100' } })
    const page: { count: number; results: { id: string }[] } = await answer.json()
    expect(page.results.map(({ id }) => id).sort()).toEqual([...waiting].sort())
    expect(page.count).toBe(waiting.length)
  }
  expect((await read()).payments).toMatchObject({ unresolved: waiting.length })
  await refreshGauges()
  expect(await metrics().metrics()).toContain(`ngoma_waiting_rows{what="people"} ${waiting.length}`)
  const unheard = await send(payments.GET, { access: admin.access, query: { status: 'unheard' } })
  expect(await unheard.json()).toMatchObject({ count: 1, results: [{ status: 'unresolved' }] })
})

describe('dead letters', () => {
  const put = (id: string, failedAt = new Date().toISOString()) =>
    queue('dead-letter').add(
      'sweep-uploads',
      {
        queue: 'housekeeping',
        name: 'sweep-uploads',
        data: {},
        error: 'the store was away',
        failedAt,
      },
      { jobId: id, removeOnComplete: false },
    )
  const list = async () => (await send(deadLetters.GET, { access: admin.access })).json()
  const again = (id: string, access = admin.access) =>
    send(retry.POST, { method: 'POST', params: { id }, body: {}, access })

  test('are listed with why they failed, and go out again once, on record', async () => {
    await put('housekeeping-outbox-7')
    expect(await list()).toEqual({
      count: 1,
      results: [
        {
          id: 'housekeeping-outbox-7',
          queue: 'housekeeping',
          name: 'sweep-uploads',
          error: 'the store was away',
          failed_at: expect.any(String),
        },
      ],
    })
    ends.push(startConsumers())
    const answer = await again('housekeeping-outbox-7')
    expect([answer.status, await answer.json()]).toEqual([202, { message: 'Retrying sweep-uploads.' }])
    expect(await list()).toEqual({ count: 0, results: [] })
    await until('the job is done', async () => {
      const done = await queue('housekeeping').getJobs(['completed'])
      return done.some(({ name }) => name === 'sweep-uploads')
    })
    const audited = await rows(
      db(),
      `SELECT actor_id, subject_id, after FROM audit_event WHERE action = 'job.retried'`,
    )
    expect(audited).toEqual([
      {
        actor_id: admin.user.id,
        subject_id: 'housekeeping-outbox-7',
        after: { queue: 'housekeeping', name: 'sweep-uploads' },
      },
    ])
    expect((await again('housekeeping-outbox-7')).status).toBe(404)
  })

  test('tell when the newest of them failed, which decides whether it is mailed beside the others', async () => {
    expect((await readNewest()).has('given_up')).toBe(false)
    const failed = ['2026-11-20T08:00:00.000Z', '2026-11-20T09:00:00.000Z'] as const
    for (const [index, at] of failed.entries()) await put(`housekeeping-outbox-${index}`, at)
    expect((await readNewest()).get('given_up')).toEqual(new Date(failed[1]))
    await Promise.all(failed.map((_, index) => queue('dead-letter').remove(`housekeeping-outbox-${index}`)))
  })

  test('are for super admins alone, like the rest', async () => {
    for (const role of ['compliance_officer', 'dancer', 'copyright_owner'] as const) {
      const { access } = await signInAs(role)
      expect((await send(health.GET, { access })).status).toBe(403)
      expect((await send(deadLetters.GET, { access })).status).toBe(403)
      expect((await again('anything', access)).status).toBe(403)
    }
    expect((await again('no dead letter of ours')).status).toBe(404)
  })
})

test('tells of callbacks that nobody could understand: for a day as a failure, which is mailed, and for a week', async () => {
  expect(await checkOf('callbacks')).toMatchObject({ status: 'ok' })
  const add = (age: string, why: string) =>
    rows(
      db(),
      `INSERT INTO callback_inbox (kind, source_address, body, processed_at, received_at, outcome)
        VALUES ('c2b/confirmation', '127.0.0.1', '{}', now(), now() - $1::interval, $2)`,
      [age, `unreadable: ${why}`],
    )
  await add('8 days', 'no amount')
  await add('25 hours', 'not JSON')
  expect(await checkOf('callbacks')).toMatchObject({
    status: 'warning',
    detail: '1 in 7 days could not be read. unreadable: not JSON.',
  })
  await add('23 hours', 'for another shortcode')
  expect(await checkOf('callbacks')).toMatchObject({
    status: 'failed',
    detail: '2 in 7 days could not be read. unreadable: for another shortcode.',
  })
  // One that came before the others and was looked at after them is news all the same.
  const told = (await readNewest()).get('callbacks')
  await add('26 hours', 'no phone')
  expect((await readNewest()).get('callbacks')?.getTime()).toBeGreaterThan(told?.getTime() ?? Infinity)
})

test('tells of callbacks from addresses that are not believed, for a day', async () => {
  const add = (age: string, ...addresses: string[]) =>
    rows(
      db(),
      `INSERT INTO callback_inbox (kind, source_address, body, received_at)
        SELECT 'stk', unnest($1::text[]), '{}', now() - $2::interval`,
      [addresses, age],
    )
  await add('25 hours', '196.201.214.1')
  await add('1 hour', '127.0.0.1', OWN_SOURCE)
  expect(await checkOf('callback_sources')).toMatchObject({ status: 'ok' })
  await add('2 hours', '196.201.214.2', '196.201.214.2')
  await add('1 hour', '196.201.214.3')
  expect(await checkOf('callback_sources')).toMatchObject({
    status: 'warning',
    detail: '3 within a day from unlisted addresses, the newest from 196.201.214.3, 196.201.214.2.',
  })
})
