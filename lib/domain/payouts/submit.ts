import { sql } from 'kysely'
import { addSeconds, now } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import { newId } from '#lib/core/ids.ts'
import { kysely } from '#lib/core/kysely.ts'
import type { Tx } from '#lib/core/outbox.ts'
import { type PayoutRequest, payoutFields, sendPayout } from '#lib/domain/mpesa/payout-calls.ts'
import { payoutsArePaused } from './alerts.ts'
import { failPayout } from './fail.ts'
import { nextCheckAfter } from './policy.ts'
import { noteLookedAt, putBack } from './put-back.ts'
import { changePayout, lockPayout } from './rows.ts'
import { ABANDONED_AFTER_SECONDS, sendDue } from './send-due.ts'
import { type SubmitOutcome, triesWithoutToken } from './submit-answer.ts'

/** Sends the payouts that are approved, unless people have to end a pause first. @returns how many were sent */
export function submitApprovedPayouts(): Promise<number> {
  return sendDue({
    kind: 'payout',
    claimNext,
    send: ({ request }) => sendPayout(request),
    apply: applyOutcome,
  })
}

type Claimed = { id: string; request: PayoutRequest; withoutToken: number; tries: number }

async function claimNext(tx: Tx): Promise<Claimed | null> {
  if (await payoutsArePaused(tx.client)) return null
  const moment = now()
  const next = await tx.kysely
    .selectFrom('payout')
    .select(['id', 'reference', 'refusals', 'amount', 'phone', 'tries'])
    .select((eb) => triesWithoutToken(tx.client, 'payout_id', eb.ref('payout.id')).as('withoutToken'))
    .where('state', '=', sql.lit('approved'))
    .where('is_held', 'is', true)
    .where((eb) => eb.or([eb('next_check_at', 'is', null), eb('next_check_at', '<=', moment)]))
    // What was never refused goes first, so that it does not wait for any number of refused ones.
    .orderBy('tries')
    .orderBy('approve_after')
    .orderBy('id')
    .limit(1)
    .forNoKeyUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (!next) return null
  const { id, reference, refusals, amount, phone, tries } = next
  const request = { attemptId: newId(), originatorId: `${reference}-${refusals}`, amount, phone }
  await tx.kysely
    .insertInto('daraja_request')
    .values({
      id: request.attemptId,
      payout_id: id,
      operation: 'b2c',
      request: JSON.stringify(withoutAddresses(payoutFields(request))),
      created_at: moment,
    })
    .execute()
  await tx.kysely
    .updateTable('payout')
    .set({
      state: 'submitting',
      attempt_id: request.attemptId,
      conversation_id: null,
      submitted_at: moment,
      next_check_at: nextCheckAfter(moment, moment),
    })
    .where('id', '=', id)
    .execute()
  return { id, request, withoutToken: next.withoutToken ?? 0, tries }
}

/** The callback addresses are secret: whoever could read them in the row could send a Result. */
function withoutAddresses({ ResultURL: _, QueueTimeOutURL: __, ...fields }: ReturnType<typeof payoutFields>) {
  return fields
}

async function applyOutcome(
  tx: Tx,
  { id, request: { attemptId }, tries }: Claimed,
  outcome: SubmitOutcome,
): Promise<void> {
  const payout = await lockPayout(tx.client, id)
  if (payout?.attemptId !== attemptId) return
  if (outcome.state === 'accepted')
    await tx.prisma.payout.updateMany({
      where: { id, conversationId: null },
      data: { conversationId: outcome.conversationId },
    })
  if (outcome.state !== 'retry') await noteLookedAt(tx, id, outcome.state !== 'unknown')
  // Where the Result came before its acknowledgement, it has proven more.
  if (payout.state !== 'submitting') return
  switch (outcome.state) {
    case 'accepted':
      return changePayout(tx, payout, { state: 'accepted' })
    case 'unknown':
      return changePayout(tx, payout, { state: 'unknown', resultCode: outcome.code })
    case 'retry':
      return putBack(tx, payout, outcome, tries + 1)
    case 'failed':
      return failPayout(tx, payout, outcome.code, outcome.pause)
  }
}

/** Turns what a dead worker has left behind into `unknown`: nobody knows whether it was sent. */
export async function sweepPayouts(): Promise<void> {
  await kysely(db())
    .updateTable('payout')
    .set({ state: 'unknown', result_code: 'abandoned' })
    .where('state', '=', sql.lit('submitting'))
    .where('submitted_at', '<', addSeconds(now(), -ABANDONED_AFTER_SECONDS))
    .execute()
}
