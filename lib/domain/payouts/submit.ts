import { sql } from 'kysely'
import { addSeconds, now } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import { newId } from '#lib/core/ids.ts'
import { kysely } from '#lib/core/kysely.ts'
import type { Tx } from '#lib/core/outbox.ts'
import { isFreeOfSignals } from '#lib/domain/fraud/share-holds.ts'
import { OUTGOING_ABANDONED_AFTER_SECONDS } from '#lib/domain/mpesa/client.ts'
import { payoutFields, sendPayout } from '#lib/domain/mpesa/payout-calls.ts'
import { sendDue } from '#lib/domain/outgoing/send-due.ts'
import { type SubmitOutcome, triesWithoutToken } from '#lib/domain/outgoing/submit-answer.ts'
import { payoutsArePaused, raiseAlert } from './alerts.ts'
import { failPayout } from './fail.ts'
import { isPayable } from './payable-owner.ts'
import { noteLookedAt, putBack } from './put-back.ts'
import { changePayout, lockPayout } from './rows.ts'
import type { Payout } from './schema.ts'

/**
 * Sends payouts unless the queue is paused. Waits while the owner cannot be paid (`isPayable`).
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
    .select(['p.id', 'p.reference', 'p.refusals', 'p.amount', 'p.phone', 'p.tries'])
    .select((eb) =>
      triesWithoutToken(tx.client, 'payoutId', eb.ref('p.id'), eb.ref('p.triedSince')).as('withoutToken'),
    )
    .where('p.state', '=', sql.lit('approved'))
    .where('p.isHeld', 'is', true)
    .where((eb) => eb.or([eb('p.nextCheckAt', 'is', null), eb('p.nextCheckAt', '<=', moment)]))
    .where(isPayable(moment))
    .where(isFreeOfSignals)
    // Never refused ones first, so that they do not wait for refused ones.
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
  }
}

async function applyOutcome(tx: Tx, payout: Payout, outcome: SubmitOutcome, tries: number): Promise<void> {
  switch (outcome.state) {
    case 'accepted':
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
