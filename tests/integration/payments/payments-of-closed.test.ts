// Top-ups and subscriptions of accounts that are closed: nobody could take the money out, nor dance for it, so it is sent back
// (docs/decisions/0005).
import { describe, expect, test } from 'vitest'
import { now } from '#lib/core/clock.ts'
import { db, firstRow } from '#lib/core/db.ts'
import { newId, newSpokenCode } from '#lib/core/ids.ts'
import { type Tx, transaction } from '#lib/core/outbox.ts'
import { callbackUrl } from '#lib/domain/mpesa/callback-path.ts'
import { storeCallback } from '#lib/domain/payments/inbox.ts'
import type { PaymentState } from '#lib/domain/payments/schema.ts'
import { settleInbox } from '#lib/domain/payments/settle.ts'
import { deleteAccount } from '#lib/domain/profiles/delete-account.ts'
import { subscriptionPurpose } from '#lib/domain/subscriptions/settlement.ts'
import { requestTopup } from '#lib/domain/topups/request.ts'
import { topupPurpose } from '#lib/domain/topups/settlement.ts'
import { walletOf } from '#tests/support/contest.ts'
import { type Dancer, newDancer } from '#tests/support/dancers.ts'
import { confirmation, statementOf } from '#tests/support/evidence.ts'
import { intentOf, newPhone, receiptOf, setUpMoney } from '#tests/support/money.ts'
import { actorOf, overlapped } from '#tests/support/overlaps.ts'
import { password } from '#tests/support/people.ts'
import { send } from '#tests/support/web-front.ts'

const money = setUpMoney({ worker: 'none' })
const address = '10.1.1.1'
const cents = 30_000n

const close = async (dancer: Dancer) =>
  deleteAccount({ actor: await actorOf(dancer), password, address }).catch((error: Error) => error)
const settle = () => settleInbox({ topup: topupPurpose, subscription: subscriptionPurpose })

type Payment = { intentId: string; dancer: Dancer; createdAt: Date }

/** A dancer with a payment of KES 300 in that state. @param buying writes what it is for */
async function paymentThatIs(
  state: PaymentState,
  purpose: 'topup' | 'subscription',
  buying: (tx: Tx, payment: Payment) => Promise<unknown>,
) {
  const dancer = await newDancer()
  const [intentId, account] = [newId(), `T${newSpokenCode(9)}`]
  const createdAt = now()
  await transaction(async (tx) => {
    await tx.kysely
      .insertInto('paymentIntent')
      .values({
        id: intentId,
        purpose,
        amount: cents,
        phone: dancer.phone,
        accountReference: account,
        asker: `account:${dancer.id}`,
        state,
        createdAt,
      })
      .execute()
    await buying(tx, { intentId, dancer, createdAt })
  })
  /** M-Pesa takes the money by Paybill. */
  const pay = () => money.book.collect({ kind: 'paybill', phone: dancer.phone, amountCents: cents, account })
  return { dancer, intentId, account, pay }
}

const topUpThatIs = (state: PaymentState) =>
  paymentThatIs(state, 'topup', async ({ kysely, client }, { intentId, dancer, createdAt }) => {
    const wallet = await firstRow<{ id: bigint }>(client, 'SELECT id FROM account WHERE owner_id = $1', [
      dancer.id,
    ])
    await kysely
      .insertInto('topup')
      .values({ intentId, ownerId: dancer.id, accountId: wallet?.id ?? 0n, createdAt })
      .execute()
  })

const subscriptionThatIs = (state: PaymentState) =>
  paymentThatIs(state, 'subscription', async ({ kysely }, { intentId, dancer, createdAt }) => {
    const subscriptionId = newId()
    await kysely
      .insertInto('subscription')
      .values({
        id: subscriptionId,
        challengeId: money.month.id,
        dancerId: dancer.id,
        amount: cents,
        createdAt,
      })
      .execute()
    await kysely.insertInto('subscriptionPayment').values({ intentId, subscriptionId, createdAt }).execute()
  })

async function subscriptionOf(dancer: Dancer): Promise<string | undefined> {
  const row = await firstRow<{ status: string }>(
    db(),
    'SELECT status::text FROM subscription WHERE dancer_id = $1',
    [dancer.id],
  )
  return row?.status
}

describe.each([
  ['a top-up', topUpThatIs],
  ['a subscription', subscriptionThatIs],
])('%s', (_what, thatIs) => {
  test('an account is not closed while one is open', async () => {
    const { dancer, intentId } = await thatIs('verifying')
    expect(await close(dancer)).toMatchObject({ code: 'payment_open', status: 409 })
    await db().query(`UPDATE payment_intent SET state = 'declined' WHERE id = $1`, [intentId])
    expect(await close(dancer)).toBeUndefined()
  })

  test.each([
    ['a confirmation', confirmation],
    ['the statement', statementOf],
  ])('weeks after the closing, paid by Paybill and told by %s, it waits in suspense', async (_how, told) => {
    const { dancer, intentId, pay } = await thatIs('declined')
    expect(await close(dancer)).toBeUndefined()
    const line = pay()
    await storeCallback(told(line))
    await settle()
    expect(await intentOf(intentId)).toMatchObject({ state: 'review', review_reason: 'late' })
    expect(await receiptOf(line.receipt)).toMatchObject({ status: 'unmatched', reason: 'late' })
    expect(await walletOf(dancer.id)).toBe(0n)
    expect(await subscriptionOf(dancer)).not.toBe('paid')
  })

  test('is refused before M-Pesa takes the money, where M-Pesa asks', async () => {
    const { dancer, account } = await thatIs('declined')
    const ask = async () => {
      const line = { receipt: 'VALIDATION', at: now().toISOString(), phone: newPhone() }
      const { body } = confirmation({ ...line, account, amountCents: cents })
      return (await send(callbackUrl('c2b/validation'), { body })).json
    }
    expect(await ask()).toEqual({ ResultCode: '0', ResultDesc: 'Accepted' })
    await close(dancer)
    expect(await ask()).toEqual({ ResultCode: 'C2B00012', ResultDesc: 'Rejected' })
  })

  test('whose settlement waits for the closing finds nobody any more', async () => {
    const { dancer, intentId, pay } = await thatIs('declined')
    await storeCallback(confirmation(pay()))
    const { first } = await overlapped(
      { text: 'LOCK TABLE audit_event IN SHARE MODE' },
      () => close(dancer),
      settle,
    )
    expect(first).toBeUndefined()
    expect(await intentOf(intentId)).toMatchObject({ state: 'review', review_reason: 'late' })
    expect(await walletOf(dancer.id)).toBe(0n)
    expect(await subscriptionOf(dancer)).not.toBe('paid')
  })
})

test('the closing waits for a top-up that is being settled, and sees its money', async () => {
  const { dancer, intentId, pay } = await topUpThatIs('declined')
  await storeCallback(confirmation(pay()))
  const { second } = await overlapped(
    // Settlement has the payment, and waits for the wallet: balances come last.
    { text: 'SELECT FROM account WHERE owner_id = $1 FOR UPDATE', values: [dancer.id] },
    settle,
    () => close(dancer),
  )
  expect(await intentOf(intentId)).toMatchObject({ state: 'credited' })
  expect(second).toMatchObject({ code: 'wallet_not_empty', status: 409 })
  expect(await walletOf(dancer.id)).toBe(cents)
})

test('the closing waits for a subscription that is being settled', async () => {
  const { dancer, intentId, pay } = await subscriptionThatIs('declined')
  await storeCallback(confirmation(pay()))
  const { second } = await overlapped(
    { text: `SELECT FROM account WHERE kind IN ('royalty_pool', 'platform_revenue') FOR UPDATE` },
    settle,
    async () => [await close(dancer), (await intentOf(intentId)).state],
  )
  expect(second).toEqual([undefined, 'credited'])
  expect(await subscriptionOf(dancer)).toBe('paid')
})

test('no top-up is begun by an account that is closed in this moment', async () => {
  const dancer = await newDancer()
  const order = () => requestTopup({ ownerId: dancer.id, amount: 300, phone: dancer.phone, address })
  const { second } = await overlapped(
    { text: 'LOCK TABLE audit_event IN SHARE MODE' },
    () => close(dancer),
    order,
  )
  expect(second).toMatchObject({ name: 'UnauthenticatedError', code: 'token_not_valid' })
  await expect(order()).rejects.toMatchObject({ name: 'UnauthenticatedError' })
  expect(await firstRow(db(), 'SELECT 1 FROM topup WHERE owner_id = $1', [dancer.id])).toBeUndefined()
})
