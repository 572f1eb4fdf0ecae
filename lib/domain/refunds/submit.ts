import { sql } from 'kysely'
import { addSeconds, now } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import { newId } from '#lib/core/ids.ts'
import { kysely } from '#lib/core/kysely.ts'
import type { Tx } from '#lib/core/outbox.ts'
import type { Sentence } from '#lib/core/sentence.ts'
import { OUTGOING_ABANDONED_AFTER_SECONDS } from '#lib/domain/mpesa/client.ts'
import {
  refundPayoutFields,
  reversalFields,
  sendRefundPayout,
  sendReversal,
} from '#lib/domain/mpesa/refund-calls.ts'
import { type SubmitOutcome, sendDue, triesWithoutToken } from '#lib/domain/outgoing/send-due.ts'
import { failRefund } from './close.ts'
import { isReversedUnsent } from './own-reversals.ts'
import { callStuck, noteLookedAt, putBack, withoutTries } from './put-back.ts'
import { changeRefund, lockRefund } from './rows.ts'
import type { Refund } from './schema.ts'

/**
 * Sends due refunds. A pause of payouts does not apply.
 * @param ending stops further calls when aborted
 * @returns how many were sent
 */
export function submitRefunds(ending: AbortSignal): Promise<number> {
  return sendDue(ending, {
    kind: 'refund',
    findNext,
    send: ({ operation, request }) =>
      operation === 'reversal' ? sendReversal(request) : sendRefundPayout(request),
    lock: lockRefund,
    noteLookedAt,
    apply: applyOutcome,
    callPeople,
  })
}

/**
 * Notifies people about the next unsent refund. Refunds in flight come to people after a day, each by itself.
 */
async function callPeople(tx: Tx, said: Sentence): Promise<void> {
  const next = await findNext(tx, now())
  if (next) await callStuck(tx, next.id, said)
}

async function findNext(tx: Tx, moment: Date) {
  const next = await tx.kysely
    .selectFrom('refund as f')
    .select(['id', 'reference', 'receipt', 'amount', 'method', 'phone', 'tries'])
    .select((eb) =>
      triesWithoutToken(tx.client, 'refundId', eb.ref('f.id'), eb.ref('triedSince')).as('withoutToken'),
    )
    .where('state', '=', sql.lit('requested'))
    .where((eb) => eb.not(isReversedUnsent))
    .where((eb) => eb.or([eb('nextCheckAt', 'is', null), eb('nextCheckAt', '<=', moment)]))
    .orderBy('tries')
    .orderBy('createdAt')
    .orderBy('id')
    .limit(1)
    .forNoKeyUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (!next) return null
  const { id, reference, receipt, amount, method, phone, tries } = next
  const request = { attemptId: newId(), receipt, originatorId: reference, amount, phone }
  return {
    id,
    request,
    operation: method,
    fields: method === 'reversal' ? reversalFields(request) : refundPayoutFields(request),
    withoutToken: next.withoutToken ?? 0,
    tries,
  }
}

async function applyOutcome(tx: Tx, refund: Refund, outcome: SubmitOutcome, tries: number): Promise<void> {
  switch (outcome.state) {
    case 'accepted':
      return changeRefund(tx.client, refund.id, { state: 'accepted' })
    case 'unknown':
      return changeRefund(tx.client, refund.id, { state: 'unknown', resultCode: outcome.code })
    case 'retry':
      return putBack(tx, refund, outcome, tries)
    case 'failed':
      return failRefund(tx, refund, outcome.code)
  }
}

/** Turns refunds of dead workers into `unknown`: they may have been sent. */
export async function sweepRefunds(): Promise<void> {
  await kysely(db())
    .updateTable('refund')
    .set({ state: 'unknown', resultCode: 'abandoned' })
    .set(withoutTries)
    .where('state', '=', sql.lit('submitting'))
    .where('submittedAt', '<', addSeconds(now(), -OUTGOING_ABANDONED_AFTER_SECONDS))
    .execute()
}
