import { expect } from 'vitest'
import { contract } from '#lib/contract/all.ts'
import type { Withdrawal } from '#lib/contract/payouts/calls.ts'
import { db, firstRow, rows } from '#lib/core/db.ts'
import { queue } from '#lib/core/queue.ts'
import { callbackUrl, type PayoutKind } from '#lib/domain/mpesa/callback-path.ts'
import { workPayoutsJob } from '#lib/domain/payouts/jobs.ts'
import type { PayoutState } from '#lib/domain/payouts/schema.ts'
import { type Dancer, newDancer } from './dancers.ts'
import { isRecord, type Money, newPhone, order, untilState } from './money.ts'
import { asOwner } from './owner.ts'
import { loadRoute } from './route-files.ts'
import { send } from './send.ts'
import { until } from './until.ts'
import { send as sendToFront } from './web-front.ts'

const initiate = await loadRoute(contract.wallets.withdraw)
const list = await loadRoute(contract.wallets.withdrawals)

export type PayoutRow = {
  id: string
  reference: string
  amount: bigint
  state: PayoutState
  is_held: boolean
  refusals: number
  attempt_id: string | null
  conversation_id: string | null
  result_code: string | null
  receipt: string | null
  approve_after: Date
}

/** Creates a dancer with approved KYC, a profile phone, and KES 15 per vote. */
export async function newEarner(money: Money, votes = 10): Promise<Dancer> {
  const dancer = await newDancer()
  // The phone counts as given at registration: a new number would delay a withdrawal.
  await db().query('UPDATE app_user SET phone_number = $2 WHERE id = $1', [dancer.id, dancer.phone])
  const video = await money.video({ dancerId: dancer.id })
  await untilState(await order(video, newPhone(), votes), 'credited')
  return dancer
}

export async function withdraw(
  { access, phone }: Dancer,
  body: Record<string, unknown>,
  headers: Record<string, string> = {},
) {
  const answer = await send(initiate.POST, {
    method: 'POST',
    access,
    body: { phone_number: phone, ...body },
    headers,
  })
  return { status: answer.status, json: await answer.json() }
}

/** Withdraws and expects success. @returns the reference */
export async function withdrawn(earner: Dancer, amount: number): Promise<string> {
  const { status, json } = await withdraw(earner, { amount })
  expect(status, JSON.stringify(json)).toBe(201)
  return String(json.transaction_reference)
}

/** Returns the withdrawals on the wallet card. */
export async function withdrawalsOf({ access }: Dancer): Promise<Withdrawal[]> {
  return (await send(list.GET, { access })).json()
}

export async function payoutOf(reference: string): Promise<PayoutRow> {
  const row = await firstRow<PayoutRow>(db(), 'SELECT * FROM payout WHERE reference = $1', [reference])
  if (!row) throw new Error(`no payout ${reference}`)
  return row
}

export function untilPayout(reference: string, ...states: PayoutState[]): Promise<PayoutRow> {
  return until(`payout ${reference} is ${states.join(' or ')}`, async () => {
    const payout = await payoutOf(reference)
    return states.includes(payout.state) && payout
  })
}

/** Moves the payment day of a withdrawal into the past. */
export async function makeDue(reference: string): Promise<void> {
  await asOwner((owner) =>
    owner.query('UPDATE payout SET approve_after = created_at WHERE reference = $1', [reference]),
  )
}

/** Runs the payout job now and waits for it. */
export async function workPayouts(): Promise<void> {
  const job = await queue('payments').add(workPayoutsJob.name, {})
  await until('the worker has looked at the payouts', async () => (await job.getState()) === 'completed')
}

/** Withdraws, and lets the worker send it. @returns the reference */
export async function sentPayout(earner: Dancer, amount: number): Promise<string> {
  const reference = await withdrawn(earner, amount)
  await makeDue(reference)
  await workPayouts()
  return reference
}

/** Returns the OriginatorConversationIDs of payouts to a phone that M-Pesa has read. */
export function ordersFor(money: Money, phone: string): unknown[] {
  return money
    .requestsLookedAt('/mpesa/b2c/v3/paymentrequest')
    .flatMap(({ body }) => (isRecord(body) && body.PartyB === phone ? [body.OriginatorConversationID] : []))
}

/** Returns amounts in cents. */
export async function walletWithHold(ownerId: string): Promise<{ posted: bigint; held: bigint }> {
  const row = await firstRow<{ posted: bigint; held: bigint }>(
    db(),
    'SELECT posted, held FROM account WHERE owner_id = $1',
    [ownerId],
  )
  if (!row) throw new Error(`no wallet of ${ownerId}`)
  return row
}

export async function alertsOf(reference: string): Promise<string[]> {
  const found = await rows<{ kind: string }>(
    db(),
    `SELECT a.kind::text FROM payout_alert a JOIN payout p ON p.id = a.payout_id WHERE p.reference = $1 ORDER BY a.id`,
    [reference],
  )
  return found.map(({ kind }) => kind)
}

/** Delivers a payout's Result. @returns its outcome */
export async function tellResult(
  payout: PayoutRow,
  result: Record<string, unknown>,
  {
    kind = 'b2c/result',
    from,
    attemptId = payout.attempt_id,
  }: {
    kind?: PayoutKind
    from?: string
    attemptId?: string | null
  } = {},
): Promise<string> {
  const body = {
    Result: {
      ResultType: 0,
      ResultCode: 0,
      ResultDesc: '',
      OriginatorConversationID: payout.reference,
      ConversationID: payout.conversation_id ?? '',
      TransactionID: 'BYHAND0001',
      ...result,
    },
  }
  const answer = await sendToFront(callbackUrl(kind, attemptId ?? ''), { body, from })
  expect(answer.json).toMatchObject({ ResultCode: 0 })
  return until('the Result is settled', async () => {
    const row = await firstRow<{ outcome: string | null; processed_at: Date | null }>(
      db(),
      // Filters by kind, because a query's answer may be newer than the Result.
      'SELECT outcome, processed_at FROM callback_inbox WHERE intent_id = $1 AND kind = $2 ORDER BY id DESC LIMIT 1',
      [attemptId, kind],
    )
    return row?.processed_at && row.outcome
  })
}
