// A payment for a subscription that would wait in suspense is refused where M-Pesa asks before it takes the money.
import { afterEach, expect, test } from 'vitest'
import { addSeconds, now } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import { newId, newSpokenCode } from '#lib/core/ids.ts'
import { callbackUrl } from '#lib/domain/mpesa/callback-path.ts'
import { storeCallback } from '#lib/domain/payments/inbox.ts'
import { settleInbox } from '#lib/domain/payments/settle.ts'
import { subscriptionPurpose } from '#lib/domain/subscriptions/settlement.ts'
import { cardOf, type Dancer, newDancer } from '#tests/support/dancers.ts'
import { confirmation } from '#tests/support/evidence.ts'
import { changeMonth } from '#tests/support/feed.ts'
import { intentOf, newPhone, setUpMoney } from '#tests/support/money.ts'
import { send } from '#tests/support/web-front.ts'

const money = setUpMoney({ worker: 'none' })
const cents = 30_000n
const accepted = { ResultCode: '0', ResultDesc: 'Accepted' }
const refused = { ResultCode: 'C2B00012', ResultDesc: 'Rejected' }

afterEach(() => changeMonth(money.month, { phase: 'voting', submissions_end_at: addSeconds(now(), 86_400) }))

/** A payment of KES 300 whose prompt was not paid. @returns its account number and id */
async function declined(dancer: Dancer, more: { isLaunch?: boolean; minutesAgo?: number } = {}) {
  const [id, account] = [newId(), `S${newSpokenCode(9)}`]
  const at = addSeconds(now(), -60 * (more.minutesAgo ?? 0))
  await db().query(
    `INSERT INTO payment_intent (id, purpose, state, amount, phone, account_reference, asker, created_at)
      VALUES ($1, 'subscription', 'declined', $2, $3, $4, $5, $6)`,
    [id, cents, dancer.phone, account, `account:${dancer.id}`, at],
  )
  await db().query(
    `WITH opened AS (INSERT INTO subscription (challenge_id, dancer_id, amount) VALUES ($2, $3, $4)
        ON CONFLICT (challenge_id, dancer_id) DO UPDATE SET amount = excluded.amount RETURNING id)
      INSERT INTO subscription_payment (intent_id, subscription_id, is_launch, created_at) SELECT $1, id, $5, $6 FROM opened`,
    [id, money.month.id, dancer.id, cents, more.isLaunch ?? false, at],
  )
  return { id, account }
}

async function ask(account: string) {
  const line = { receipt: 'VALIDATION', at: now().toISOString(), phone: newPhone() }
  const { body } = confirmation({ ...line, account, amountCents: cents })
  return (await send(callbackUrl('c2b/validation'), { body })).json
}

/** M-Pesa takes the money all the same. @returns the payment then */
async function payUnasked({ id, account }: { id: string; account: string }) {
  const line = money.book.collect({ kind: 'paybill', phone: newPhone(), amountCents: cents, account })
  await storeCallback(confirmation(line))
  await settleInbox({ subscription: subscriptionPurpose })
  return intentOf(id)
}

test('where submissions have ended', async () => {
  const payment = await declined(await newDancer())
  expect(await ask(payment.account)).toEqual(accepted)
  await changeMonth(money.month, { submissions_end_at: addSeconds(now(), -5) })
  expect(await ask(payment.account)).toEqual(refused)
  expect(await payUnasked(payment)).toMatchObject({ state: 'review', review_reason: 'late' })
})

test('where the month is closed', async () => {
  const { account } = await declined(await newDancer())
  await changeMonth(money.month, { phase: 'closed' })
  expect(await ask(account)).toEqual(refused)
})

test('where the dancer has paid by now', async () => {
  const dancer = await newDancer()
  const [first, second] = [await declined(dancer), await declined(dancer)]
  expect(await ask(second.account)).toEqual(accepted)
  expect(await payUnasked(first)).toMatchObject({ state: 'credited' })
  expect(await ask(second.account)).toEqual(refused)
  expect(await payUnasked(second)).toMatchObject({ state: 'review', review_reason: 'paid_twice' })
})

test('where its launch fee is no longer to be had', async () => {
  await changeMonth(money.month, { launch_slots: 1 })
  const payment = await declined(await newDancer(), { isLaunch: true, minutesAgo: 60 })
  expect(await ask(payment.account)).toEqual(accepted)
  await changeMonth(money.month, { launch_slots: 0 })
  expect(await ask(payment.account)).toEqual(refused)
  expect(await payUnasked(payment)).toMatchObject({ state: 'review', review_reason: 'late' })
})

test('nor is its Paybill number shown then, nor once submissions have ended', async () => {
  await changeMonth(money.month, { launch_slots: 1 })
  const dancer = await newDancer()
  const { id, account } = await declined(dancer, { isLaunch: true, minutesAgo: 60 })
  const become = (state: string) =>
    db().query('UPDATE payment_intent SET state = $2, submitted_at = created_at WHERE id = $1', [id, state])
  await become('rejected')
  const unsent = 'M-PESA could not send the prompt.'
  const payable = { payment_status: 'failed', paybill: { account_number: account, amount: 300 } }
  const byHand = { ...payable, message: `${unsent} You can pay by Paybill instead.` }
  expect(await cardOf(dancer)).toMatchObject(byHand)
  await changeMonth(money.month, { launch_slots: 0 })
  expect(await cardOf(dancer)).toMatchObject({ payment_status: 'failed', paybill: null, message: unsent })

  await become('verifying')
  expect(await cardOf(dancer)).toMatchObject({
    paybill: null,
    message: expect.stringContaining('If you paid, it will be counted, or our team will look at it.'),
  })
  await changeMonth(money.month, { launch_slots: 1 })
  expect(await cardOf(dancer)).toMatchObject({ ...payable, prompt: 'over' })
  await changeMonth(money.month, { submissions_end_at: addSeconds(now(), -5) })
  expect(await cardOf(dancer)).toMatchObject({
    payment_status: 'failed',
    paybill: null,
    prompt: 'over',
    message: expect.stringContaining('If you paid, our team will send it back.'),
  })
  await become('declined')
})
