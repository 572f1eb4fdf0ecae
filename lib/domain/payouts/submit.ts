import { sql } from 'kysely'
import { addSeconds, now } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import { newId } from '#lib/core/ids.ts'
import { kysely } from '#lib/core/kysely.ts'
import type { Tx } from '#lib/core/outbox.ts'
import { say } from '#lib/core/sentence.ts'
import { isFreeOfSignals } from '#lib/domain/fraud/share-holds.ts'
import { OUTGOING_ABANDONED_AFTER_SECONDS } from '#lib/domain/mpesa/client.ts'
import { payoutFields, sendPayout } from '#lib/domain/mpesa/payout-calls.ts'
import { backoffAfter, TELL_AFTER_TRIES } from '#lib/domain/outgoing/backoff.ts'
import { countTries } from '#lib/domain/outgoing/count-tries.ts'
import { FOUND_UNPAID } from '#lib/domain/outgoing/evidence.ts'
import {
  type NotAccepted,
  type SubmitOutcome,
  sendDue,
  triesWithoutToken,
} from '#lib/domain/outgoing/send-due.ts'
import { payoutsArePaused, raiseAlert } from './alerts.ts'
import { noteAccepted } from './metrics.ts'
import { changePayout, isPayable, lockPayout } from './rows.ts'
import type { Payout } from './schema.ts'
import { failPayout } from './settle.ts'

/**
 * Sends approved payouts unless the queue is paused. A payout waits while its owner cannot be paid
 * (`isPayable`).
 * @param ending stops further calls when aborted
 * @returns how many were sent
 */
export function submitApprovedPayouts(ending: AbortSignal): Promise<number> {
  return sendDue(ending, {
    kind: 'payout',
    findNext,
    send: ({ request }) => sendPayout(request),
    lock: lockPayout,
    noteLookedAt,
    apply: applyOutcome,
    callPeople: async (tx, said) => {
      await raiseAlert(tx, 'all_stuck', null, said)
    },
  })
}

async function findNext(tx: Tx, moment: Date) {
  if (await payoutsArePaused(tx.client)) return null
  const next = await tx.kysely
    .selectFrom('payout as p')
    .innerJoin('appUser as u', 'u.id', 'p.ownerId')
    .innerJoin('profile as k', 'k.userId', 'u.id')
    .select(['p.id', 'p.reference', 'p.refusals', 'p.amount', 'p.phone', 'p.tries', 'p.traceContext'])
    .select((eb) =>
      triesWithoutToken(tx.client, 'payoutId', eb.ref('p.id'), eb.ref('p.triedSince')).as('withoutToken'),
    )
    .where('p.state', '=', sql.lit('approved'))
    .where('p.isHeld', 'is', true)
    .where((eb) => eb.or([eb('p.nextCheckAt', 'is', null), eb('p.nextCheckAt', '<=', moment)]))
    .where(isPayable(moment))
    .where(isFreeOfSignals)
    // Payouts that were never refused first, so that they do not wait for refused ones.
    .orderBy('p.tries')
    .orderBy('p.approveAfter')
    .orderBy('p.id')
    .limit(1)
    .forNoKeyUpdate('p')
    .skipLocked()
    .forShare(['u', 'k'])
    .executeTakeFirst()
  if (!next) return null
  const { id, reference, refusals, amount, phone, tries } = next
  const request = { attemptId: newId(), originatorId: `${reference}-${refusals}`, amount, phone }
  return {
    id,
    request,
    operation: 'b2c' as const,
    fields: payoutFields(request),
    withoutToken: next.withoutToken ?? 0,
    tries,
    trace: next.traceContext,
  }
}

async function applyOutcome(tx: Tx, payout: Payout, outcome: SubmitOutcome, tries: number): Promise<void> {
  switch (outcome.state) {
    case 'accepted':
      await noteAccepted(tx, payout.id)
      return changePayout(tx, payout, { state: 'accepted' })
    case 'unknown':
      return changePayout(tx, payout, { state: 'unknown', resultCode: outcome.code })
    case 'retry':
      return putBack(tx, payout, outcome, tries)
    case 'failed':
      return failPayout(tx, payout, outcome.code, outcome.isOurs ? 'initiator_refused' : null)
  }
}

/** Turns payouts of dead workers into `unknown`: they may have been sent. */
export async function sweepPayouts(): Promise<void> {
  await kysely(db())
    .updateTable('payout')
    .set({ state: 'unknown', resultCode: 'abandoned' })
    .where('state', '=', sql.lit('submitting'))
    .where('submittedAt', '<', addSeconds(now(), -OUTGOING_ABANDONED_AFTER_SECONDS))
    .execute()
}

/**
 * Returns a payout that M-Pesa did not accept to the queue, with the same id and a growing delay. After some
 * attempts people are notified: about this payout, or once about all if M-Pesa accepts none
 * (docs/decisions/0012).
 * @param tries refusals in a row, including this one
 */
export async function putBack(
  tx: Tx,
  payout: Payout,
  { code, isForAll }: NotAccepted,
  tries: number,
): Promise<void> {
  await tx.kysely
    .updateTable('payout')
    .set((eb) => ({ tries, triedSince: eb.fn.coalesce('triedSince', 'submittedAt') }))
    .where('id', '=', payout.id)
    .execute()
  const nextCheckAt = addSeconds(now(), backoffAfter(tries))
  await changePayout(tx, payout, { state: 'approved', resultCode: code, nextCheckAt })
  const told = isForAll ? await countTries(tx, 'payout', code) : tries
  if (told < TELL_AFTER_TRIES) return
  const { id, reference } = payout
  if (isForAll || (await isNoneAccepted(tx, id)))
    await raiseAlert(tx, 'all_stuck', null, say('alert.answers', { code, reference }))
  else await raiseAlert(tx, 'stuck', id, say('alert.answered_often', { code, reference, tries }))
}

/** Whether other payouts are refused too, and none was accepted since this payout's first refusal. */
async function isNoneAccepted(tx: Tx, id: string): Promise<boolean> {
  const others = tx.kysely.selectFrom('payout').select('id').where('id', '<>', id).limit(1)
  const refused = await others.where('state', '=', 'approved').where('tries', '>', 0).executeTakeFirst()
  if (!refused) return false
  const { triedSince } = await tx.kysely
    .selectFrom('payout')
    .select('triedSince')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const accepted = await others
    .where('submittedAt', '>=', triedSince ?? now())
    .where((eb) =>
      eb.or([
        eb('conversationId', 'is not', null),
        eb('state', '=', 'paid'),
        eb.and([eb('state', '=', 'failed'), eb('resultCode', '<>', FOUND_UNPAID)]),
      ]),
    )
    .executeTakeFirst()
  return accepted === undefined
}

/**
 * Ends the alerts about a payout that M-Pesa had not accepted: now M-Pesa has seen it, or may have.
 * @param isCertain whether M-Pesa has answered, and so accepts payouts
 */
export async function noteLookedAt(tx: Tx, payoutId: string, isCertain: boolean): Promise<void> {
  await tx.kysely
    .updateTable('payout')
    .set({ tries: 0, triedSince: null })
    .where('id', '=', payoutId)
    .where('tries', '>', 0)
    .execute()
  await tx.kysely
    .updateTable('payoutAlert')
    .set({ resolvedAt: now() })
    .where('resolvedAt', 'is', null)
    .where((eb) =>
      eb.or([
        eb.and([eb('kind', '=', 'stuck'), eb('payoutId', '=', payoutId)]),
        ...(isCertain ? [eb('kind', '=', 'all_stuck')] : []),
      ]),
    )
    .execute()
}
