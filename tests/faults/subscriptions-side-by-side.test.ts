// Two settlements that work beside each other on what only one dancer, or one payment, can have. No worker runs here.
import { expect, test } from 'vitest'
import { addSeconds, now } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import { countLaunchSlots } from '#lib/domain/challenges/launch-slots.ts'
import { storeCallback } from '#lib/domain/payments/inbox.ts'
import { settleInbox } from '#lib/domain/payments/settle.ts'
import { purposes } from '#lib/domain/settlement/purposes.ts'
import { askForSubscription } from '#lib/domain/subscriptions/commands.ts'
import { addPerson, openMonth } from '#tests/support/contest.ts'
import { paidCallback, putPromptOut } from '#tests/support/evidence.ts'
import { changeMonth } from '#tests/support/feed.ts'
import { intentOf, newPhone, setUpMoney } from '#tests/support/money.ts'
import { asOwner, countWaiting } from '#tests/support/owner.ts'
import { until } from '#tests/support/until.ts'

const money = setUpMoney({ worker: 'none' })
const LAUNCH_LOCK = `SELECT pg_advisory_xact_lock(hashtextextended('launch-slots', 0))`

async function newDancer(): Promise<string> {
  const id = await addPerson('dancer')
  await db().query(`UPDATE profile SET kyc_status = 'approved' WHERE user_id = $1`, [id])
  return id
}

/** A payment that was asked for, whose prompt has left the phone. */
async function askedOf(dancerId: string, month = money.month): Promise<string> {
  const order = { challengeId: month.id, dancerId, phone: newPhone(), isRetry: true }
  const { intentId } = await askForSubscription(order)
  await putPromptOut(intentId)
  await db().query(`UPDATE payment_intent SET state = 'verifying' WHERE id = $1`, [intentId])
  return intentId
}

/** M-Pesa has the money of this payment. */
async function pay(intentId: string) {
  const { phone, amount, account_reference: account } = await intentOf(intentId)
  return paidCallback(intentId, money.book.collect({ kind: 'paybill', phone, amountCents: amount, account }))
}

/** Settles these payments in a transaction each, all begun before the first may go on. @returns their states, sorted */
async function settleBesides(intentIds: readonly string[], holdUp: string, values: unknown[]) {
  await asOwner(async (owner) => {
    await owner.query('BEGIN')
    await owner.query(holdUp, values)
    const settlements: Promise<number>[] = []
    for (const intentId of intentIds) {
      await storeCallback(await pay(intentId))
      settlements.push(settleInbox(purposes, 1))
      const waits = async () => (await countWaiting(owner)) === settlements.length
      await until('the settlement waits', waits)
    }
    await owner.query('COMMIT')
    await Promise.all(settlements)
  })
  const after = await Promise.all(intentIds.map(intentOf))
  return after.map(({ state, review_reason }) => [state, review_reason]).sort()
}

test('two payments of one subscription in two settlements: one counts, the other waits in suspense', async () => {
  const dancerId = await newDancer()
  const intentIds = [await askedOf(dancerId), await askedOf(dancerId)]
  const hold = 'SELECT 1 FROM subscription WHERE dancer_id = $1 FOR UPDATE'
  expect(await settleBesides(intentIds, hold, [dancerId])).toEqual([
    ['credited', null],
    ['review', 'paid_twice'],
  ])
})

test('two lapsed launch payments and one free slot, in two settlements: one counts, the other waits in suspense', async () => {
  // Slots are counted over all months, and other tests may have taken some.
  const taken = await countLaunchSlots(db(), now())
  const month = await openMonth()
  await changeMonth(month, { launch_slots: taken + 2 })
  const intentIds = [await askedOf(await newDancer(), month), await askedOf(await newDancer(), month)]
  for (const id of intentIds) expect(await intentOf(id)).toMatchObject({ amount: 5_000n })
  await db().query('UPDATE subscription_payment SET created_at = $2 WHERE intent_id = ANY($1)', [
    intentIds,
    addSeconds(now(), -601),
  ])
  await changeMonth(month, { launch_slots: taken + 1 })
  expect(await settleBesides(intentIds, LAUNCH_LOCK, [])).toEqual([
    ['credited', null],
    ['review', 'late'],
  ])
})

test('two launch payments of one dancer for two months, in two settlements: the first month alone costs KES 50', async () => {
  const [month, next] = [await openMonth(), await openMonth()]
  for (const one of [month, next]) await changeMonth(one, { launch_slots: 100 })
  const dancerId = await newDancer()
  const intentIds = [await askedOf(dancerId, month), await askedOf(dancerId, next)]
  for (const id of intentIds) expect(await intentOf(id)).toMatchObject({ amount: 5_000n })
  expect(await settleBesides(intentIds, LAUNCH_LOCK, [])).toEqual([
    ['credited', null],
    ['review', 'late'],
  ])
})

test('who joins another month while their launch payment is settled is asked for the full fee', async () => {
  const [month, next] = [await openMonth(), await openMonth()]
  for (const one of [month, next]) await changeMonth(one, { launch_slots: 100 })
  const dancerId = await newDancer()
  await storeCallback(await pay(await askedOf(dancerId, month)))
  await asOwner(async (owner) => {
    await owner.query('BEGIN')
    await owner.query(LAUNCH_LOCK)
    const settling = settleInbox(purposes)
    await until('the settlement waits', async () => (await countWaiting(owner)) === 1)
    const joining = askedOf(dancerId, next)
    await until('so does who joins', async () => (await countWaiting(owner)) === 2)
    await owner.query('COMMIT')
    await settling
    expect(await intentOf(await joining)).toMatchObject({ amount: 100_000n })
  })
})
