import { now } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import { createGift } from '#lib/domain/gifts/commands.ts'
import { giftPurpose } from '#lib/domain/gifts/settlement.ts'
import { type RawCallback, storeCallback } from '#lib/domain/payments/inbox.ts'
import { settleInbox } from '#lib/domain/payments/settle.ts'
import type { StageVideo } from './contest.ts'
import { type Line, paidCallback, putPromptOut, statementOf } from './evidence.ts'
import { intentOf, type Money, newPhone } from './money.ts'

export const HOUR_MS = 3_600_000
/** An address that is not listed as M-Pesa's, so callbacks from it are not believed. */
export const UNLISTED = '203.0.113.7'

export type PaidGift = { id: string; video: StageVideo; line: Line }

export const settleGifts = (): Promise<number> => settleInbox({ gift: giftPurpose })

/** Creates a gift that was prompted two hours ago and paid one hour ago in M-Pesa's book. */
export async function paidGift(money: Money, votes = 3, cents = BigInt(votes) * 5_000n): Promise<PaidGift> {
  const [video, phone] = [await money.video(), newPhone()]
  const order = { videoId: video.id, voteCount: votes, phone, sessionId: phone, deviceFingerprint: 'f' }
  // Otherwise the worker could send the prompt first.
  const { id } = await createGift({ ...order, promptAfterSeconds: 3_600 })
  await putPromptOut(id, 2 * 3_600)
  await changeIntent(id, `next_check_at = now() + interval '1 hour'`)
  const { account_reference: account } = await intentOf(id)
  const line = money.book.collect({ kind: 'stk', phone, amountCents: cents, account })
  return {
    id,
    video,
    line: { ...line, at: timeFromNow(-HOUR_MS) },
  }
}

/** @param what the SET clause of an UPDATE */
export const changeIntent = (id: string, what: string) =>
  db().query(`UPDATE payment_intent SET ${what} WHERE id = $1`, [id])

export function withoutItem({ id, line }: PaidGift, name: string | null, source?: string): RawCallback {
  const callback = paidCallback(id, line, source)
  const parsed = JSON.parse(callback.body)
  const { CallbackMetadata } = parsed.Body.stkCallback
  CallbackMetadata.Item = CallbackMetadata.Item.filter((item: { Name: string }) => item.Name !== name)
  return { ...callback, body: JSON.stringify(parsed) }
}

/** Returns a time in whole seconds, like M-Pesa's times. */
export const timeFromNow = (ms: number) =>
  new Date(Math.floor((now().getTime() + ms) / 1_000) * 1_000).toISOString()

/** Settles a payment by the statement if no callback has told it, so that the books match M-Pesa. */
export async function tellTheRest({ line }: PaidGift): Promise<void> {
  const { rowCount } = await db().query('SELECT 1 FROM mpesa_receipt WHERE receipt = $1', [line.receipt])
  if (rowCount === 0) await storeCallback(statementOf(line))
  await settleGifts()
}
