// Payments against a real M-Pesa simulator: web routes, worker, Postgres and Redis. The books are checked
// after each test.
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { addSeconds, setProcessClock } from '#lib/core/clock.ts'
import { closeDb, db, firstRow, rows } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { closeQueues, queue } from '#lib/core/queue.ts'
import { closeRedis } from '#lib/core/redis.ts'
import { resetCircuit } from '#lib/domain/mpesa/circuit.ts'
import { pullStatementJob, verifyPaymentsJob } from '#lib/domain/payments/jobs.ts'
import { listenForPayments, stopListeningForPayments } from '#lib/domain/payments/order-prompt.ts'
import type { PaymentState } from '#lib/domain/payments/schema.ts'
import type { Settings } from '#simulator/settings.ts'
import { createSimulator, type Simulator } from '#simulator/simulator.ts'
import { startConsumers } from '#workers/consume.ts'
import { startSchedules } from '#workers/schedules.ts'
import { startSweeps } from '#workers/sweep.ts'
import { addVideo, type Month, openMonth, type StageVideo } from './contest.ts'
import { brokenAtOnce } from './invariants.ts'
import { until } from './until.ts'
import { type Answer, type Sent, send, startWebFront } from './web-front.ts'

/** Settings without delays: people and M-Pesa answer at once. */
export const quick: Partial<Settings> = {
  autoAccept: true,
  acceptMs: 0,
  callbackMs: 0,
  tooEarlyMs: 0,
  resultMs: 0,
  queueTimeOutMs: 0,
  queriesPerMinute: 0,
  rule17: false,
  msisdn: 'plain',
  foreignCredentials: false,
}

export type MoneyOptions = {
  settings?: Partial<Settings>
  /** `here` runs the worker's consumers in this process; `none` leaves the worker to the test. */
  worker?: 'here' | 'none'
  /** `here` runs the front door and payment routes in this process; `none` leaves web to the test. */
  web?: 'here' | 'none'
}

type Running = { simulator: Simulator; month: Month; ends: (() => Promise<void>)[] }

export type IntentRow = {
  id: string
  state: PaymentState
  amount: bigint
  phone: string
  account_reference: string
  checkout_request_id: string | null
  result_code: string | null
  review_reason: string | null
  next_check_at: Date | null
  confirmed_at: Date | null
  receipt_missing_since: Date | null
  queries: number
}

/** Sets up payments for a test file; checks the books after each test. */
export function setUpMoney(options: MoneyOptions = {}) {
  let running: Running | undefined
  const current = () => {
    if (!running) throw new Error('the money is open only while tests run')
    return running
  }
  beforeAll(async () => {
    running = await open(options)
  })
  afterEach(async () => {
    const { simulator } = current()
    resetCircuit()
    simulator.control.clearOutcomes()
    await simulator.control.comeBack()
    simulator.control.configure({ ...quick, outage: 'off', ...options.settings })
    await expectBooksRight(simulator)
  })
  afterAll(async () => {
    for (const end of running?.ends.reverse() ?? []) await end()
  })

  return {
    get mpesa() {
      return current().simulator.control
    },
    get book() {
      return current().simulator.book
    },
    get month() {
      return current().month
    },
    video: (of?: { dancerId?: string; musicianId?: string }): Promise<StageVideo> =>
      addVideo(current().month, of),
    /** Moves the clocks of product and M-Pesa. On return, M-Pesa has done everything due until then. */
    passTime: async (seconds: number) => {
      shiftClock(seconds)
      await current().simulator.control.advance(seconds * 1_000)
    },
    /** Returns requests with a valid token, so that a retry after an expired token counts once. */
    requestsLookedAt: (path: string) =>
      current()
        .simulator.control.requests(path)
        .filter(({ status }) => status !== 401 && status !== 404),
    promptsTo: (phone: string) =>
      current()
        .simulator.control.requests('/mpesa/stkpush/v1/processrequest')
        .filter(({ body }) => isRecord(body) && body.PhoneNumber === phone),
    paymentsOf: (phone: string) =>
      current()
        .simulator.book.transactions()
        .filter((line) => line.phone === phone),
  }
}

export type Money = ReturnType<typeof setUpMoney>

async function open({ settings, worker = 'here', web = 'here' }: MoneyOptions): Promise<Running> {
  aheadSeconds = 0
  const simulator = createSimulator({ settings: { ...quick, ...settings } })
  await simulator.listen(Number(new URL(env.MPESA_BASE_URL).port))
  const ends = [
    async () => {
      stopListeningForPayments()
      await closeQueues()
      await closeRedis()
      await closeDb()
    },
    () => simulator.close(),
  ]
  if (web === 'here') {
    ends.push(await startWebFront())
    listenForPayments()
  }
  if (worker === 'here') {
    ends.push(startSweeps(), startConsumers())
    await startSchedules()
    // The worker's first jobs could disturb a test: they find unsent events or renew a token.
    await until(
      'the worker has done what its clock does at once, and registered the Paybill addresses',
      async () => {
        const { active = 0, waiting = 0 } = await queue('payments').getJobCounts('active', 'waiting')
        return active + waiting === 0 && simulator.control.requests('/mpesa/c2b/v2/registerurl')[0]
      },
    )
  }
  return { simulator, month: await openMonth(), ends }
}

/** Verifies due payments by the worker's job now. */
export async function askAboutDuePayments(): Promise<void> {
  await queue('payments').add(verifyPaymentsJob.name, {})
}

export async function pullStatement(hours = 2): Promise<void> {
  await queue('payments').add(pullStatementJob.name, { hours })
}

/** Expects that everything is settled, invariants hold, and M-Pesa's balance matches the books. */
export async function expectBooksRight(simulator: Simulator): Promise<void> {
  // Lets the simulator deliver M-Pesa's due messages.
  await simulator.control.advance(0)
  let waits: string[] = []
  await until('all callbacks are settled and the outbox is empty', async () => {
    waits = await whatWaits()
    return waits.length === 0
  }).catch((error: Error) => {
    throw new Error(`${error.message} ${waits.join(', ')}`)
  })
  expect(await brokenAtOnce()).toEqual([])
  const held = await firstRow<{ cents: bigint }>(
    db(),
    // The simulator counts moved money in its opening balance, and subtracts charges from the account.
    `SELECT -sum(posted)::bigint - (SELECT coalesce(sum(working), 0)::bigint FROM cash_journal
        WHERE state = 'confirmed' AND NOT (kind = 'mpesa_charge' AND proposed_by IS NULL)) AS cents
      FROM account WHERE kind = 'mpesa_collection'`,
  )
  const { workingCents, openingWorkingCents, utilityCents, openingUtilityCents } = simulator.book.accounts()
  expect(held?.cents, 'what the ledger says that M-Pesa holds').toBe(workingCents - openingWorkingCents)
  const paidOut = await firstRow<{ cents: bigint }>(
    db(),
    `SELECT posted AS cents FROM account WHERE kind = 'mpesa_payout'`,
  )
  expect(paidOut?.cents, 'what the ledger says that M-Pesa has paid out').toBe(
    openingUtilityCents - utilityCents,
  )
}

/** Describes at most twenty pending callbacks and outbox rows. */
async function whatWaits(): Promise<string[]> {
  const { rows } = await db().query<{ line: string }>(
    `SELECT 'callback ' || kind || ' of ' || received_at AS line FROM callback_inbox WHERE processed_at IS NULL
      UNION ALL SELECT concat_ws(' ', 'outbox', kind, target, name, payload, created_at) FROM outbox LIMIT 20`,
  )
  return rows.map(({ line }) => line)
}

let aheadSeconds = 0
function shiftClock(seconds: number): void {
  aheadSeconds += seconds
  setProcessClock(() => addSeconds(new Date(), aheadSeconds))
}

let phones = 0
/** Returns an unused phone ending in 2000 to 9999; other endings are special to the simulator. */
export function newPhone(): string {
  const n = phones++
  return `254711${String(Math.floor(n / 8_000)).padStart(2, '0')}${2_000 + (n % 8_000)}`
}

/** Returns an address in 127.0.0.0/8, another for each phone. */
function addressOf(phone: string): string {
  const digits = Number(phone.slice(-6)) || 0
  return `127.${100 + (Number(phone.slice(3, 6)) % 100)}.${(digits >> 8) & 255}.${digits & 255}`
}

/** Orders a gift, for each phone from its own browser and address. */
export function orderGift(
  video: { id: string },
  phone: string,
  votes = 1,
  more: Omit<Sent, 'body'> = {},
): Promise<Answer> {
  return send(`/api/videos/${video.id}/bulk-vote/`, {
    body: {
      session_id: `session-of-${phone}`,
      device_fingerprint: 'fingerprint-1',
      phone_number: phone,
      vote_count: votes,
    },
    from: addressOf(phone),
    ...more,
  })
}

/** Orders a gift and expects success. @returns the gift's id */
export async function order(video: { id: string }, phone: string, votes = 1): Promise<string> {
  const answer = await orderGift(video, phone, votes)
  expect(answer, answer.text).toMatchObject({ status: 202, json: { success: true, status: 'pending' } })
  return String(answer.json.gift_id)
}

export async function viewGift(id: string): Promise<Record<string, unknown>> {
  return (await send(`/api/gifts/${id}/`, { method: 'GET' })).json
}

export async function accountNumberOf(id: string): Promise<string> {
  return (await intentOf(id)).account_reference
}

export async function intentOf(id: string): Promise<IntentRow> {
  const row = await firstRow<IntentRow>(db(), 'SELECT * FROM payment_intent WHERE id = $1', [id])
  if (!row) throw new Error(`no intent ${id}`)
  return row
}

export function untilState(id: string, ...states: PaymentState[]): Promise<IntentRow> {
  return until(`payment ${id} is ${states.join(' or ')}`, async () => {
    const intent = await intentOf(id)
    return states.includes(intent.state) && intent
  })
}

export type InboxLine = {
  id: bigint
  kind: string
  outcome: string | null
  processed_at: Date | null
  body: string
}

/** Returns a payment's callbacks, oldest first. */
export function callbacksOf(intentId: string | null): Promise<InboxLine[]> {
  return rows(db(), 'SELECT * FROM callback_inbox WHERE intent_id IS NOT DISTINCT FROM $1 ORDER BY id', [
    intentId,
  ])
}

export type ReceiptLine = {
  receipt: string
  status: string
  intent_id: string | null
  amount: bigint
  reason: string | null
}

export async function receiptOf(receipt: string): Promise<ReceiptLine | undefined> {
  return firstRow(db(), 'SELECT * FROM mpesa_receipt WHERE receipt = $1', [receipt])
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
