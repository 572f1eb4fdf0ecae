import { sql } from 'kysely'
import { addSeconds, now } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import { newId } from '#lib/core/ids.ts'
import { kysely } from '#lib/core/kysely.ts'
import type { Tx } from '#lib/core/outbox.ts'
import {
  type RefundRequest,
  refundPayoutFields,
  reversalFields,
  sendRefundPayout,
  sendReversal,
} from '#lib/domain/mpesa/refund-calls.ts'
import { nextCheckAfter } from '#lib/domain/payouts/policy.ts'
import { ABANDONED_AFTER_SECONDS, sendDue } from '#lib/domain/payouts/send-due.ts'
import { type SubmitOutcome, triesWithoutToken } from '#lib/domain/payouts/submit-answer.ts'
import { failRefund } from './close.ts'
import { noteLookedAt, putBack, withoutTries } from './put-back.ts'
import { changeRefund, lockRefund } from './rows.ts'
import type { RefundMethod } from './schema.ts'

/** Sends the refunds that were decided. A pause of payouts does not hold them up. @returns how many were sent */
export function submitRefunds(): Promise<number> {
  return sendDue({
    kind: 'refund',
    claimNext,
    send: ({ method, request }) =>
      method === 'reversal' ? sendReversal(request) : sendRefundPayout(request),
    apply: applyOutcome,
  })
}

type Claimed = {
  id: string
  method: RefundMethod
  request: RefundRequest
  withoutToken: number
  tries: number
}

async function claimNext(tx: Tx): Promise<Claimed | null> {
  const moment = now()
  const next = await tx.kysely
    .selectFrom('refund')
    .select(['id', 'reference', 'receipt', 'amount', 'method', 'phone', 'tries'])
    .select((eb) => triesWithoutToken(tx.client, 'refund_id', eb.ref('refund.id')).as('withoutToken'))
    .where('state', '=', sql.lit('requested'))
    .where((eb) => eb.or([eb('next_check_at', 'is', null), eb('next_check_at', '<=', moment)]))
    .orderBy('tries')
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .forNoKeyUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (!next) return null
  const { id, reference, receipt, amount, method, phone, tries } = next
  const request = { attemptId: newId(), receipt, originatorId: reference, amount, phone }
  const fields = method === 'reversal' ? reversalFields(request) : refundPayoutFields(request)
  await tx.kysely
    .insertInto('daraja_request')
    .values({
      id: request.attemptId,
      refund_id: id,
      operation: method,
      request: JSON.stringify(fields),
      created_at: moment,
    })
    .execute()
  await tx.kysely
    .updateTable('refund')
    .set({
      state: 'submitting',
      attempt_id: request.attemptId,
      conversation_id: null,
      submitted_at: moment,
      next_check_at: nextCheckAfter(moment, moment),
    })
    .where('id', '=', id)
    .execute()
  return { id, method, request, withoutToken: next.withoutToken ?? 0, tries }
}

async function applyOutcome(
  tx: Tx,
  { id, request: { attemptId }, tries }: Claimed,
  outcome: SubmitOutcome,
): Promise<void> {
  const refund = await lockRefund(tx.client, id)
  if (refund?.attemptId !== attemptId) return
  if (outcome.state === 'accepted')
    await tx.prisma.refund.updateMany({
      where: { id, conversationId: null },
      data: { conversationId: outcome.conversationId },
    })
  if (outcome.state !== 'retry') await noteLookedAt(tx, id)
  // Where the Result came before its acknowledgement, it has proven more.
  if (refund.state !== 'submitting') return
  switch (outcome.state) {
    case 'accepted':
      return changeRefund(tx.client, id, { state: 'accepted' })
    case 'unknown':
      return changeRefund(tx.client, id, { state: 'unknown', resultCode: outcome.code })
    case 'retry':
      return putBack(tx, refund, outcome.code, tries + 1)
    case 'failed':
      return failRefund(tx, refund, outcome.code)
  }
}

/** Turns what a dead worker has left behind into `unknown`: nobody knows whether it was sent. */
export async function sweepRefunds(): Promise<void> {
  await kysely(db())
    .updateTable('refund')
    .set({ state: 'unknown', result_code: 'abandoned' })
    .set(withoutTries)
    .where('state', '=', sql.lit('submitting'))
    .where('submitted_at', '<', addSeconds(now(), -ABANDONED_AFTER_SECONDS))
    .execute()
}
