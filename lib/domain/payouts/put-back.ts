import { addSeconds, now } from '#lib/core/clock.ts'
import type { Tx } from '#lib/core/outbox.ts'
import { say } from '#lib/core/sentence.ts'
import { countTries } from '#lib/domain/outgoing/count-tries.ts'
import { FOUND_UNPAID } from '#lib/domain/outgoing/evidence.ts'
import type { NotAccepted } from '#lib/domain/outgoing/submit-answer.ts'
import { TELL_AFTER_TRIES, waitAfter } from '#lib/domain/outgoing/waits.ts'
import { raiseAlert } from './alerts.ts'
import { changePayout } from './rows.ts'
import type { Payout } from './schema.ts'

/**
 * Returns a payout that M-Pesa did not accept to the queue, with the same id and a growing delay. After some
 * attempts people are notified: about it, or once about all if M-Pesa accepts none (docs/decisions/0012).
 * @param tries in a row, including this one
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
  const nextCheckAt = addSeconds(now(), waitAfter(tries))
  await changePayout(tx, payout, { state: 'approved', resultCode: code, nextCheckAt })
  const told = isForAll ? await countTries(tx, 'payout', code) : tries
  if (told < TELL_AFTER_TRIES) return
  const { id, reference } = payout
  if (isForAll || (await isNoneAccepted(tx, id)))
    await raiseAlert(tx, 'all_stuck', null, say('alert.answers', { code, reference }))
  else await raiseAlert(tx, 'stuck', id, say('alert.answered_often', { code, reference, tries }))
}

/** Others are refused too, and none was accepted since the first refusal of this one. */
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
 * Ends the alerts about a payout that M-Pesa did not accept: it has seen it now, or may have.
 * @param isCertain M-Pesa has answered, so it accepts payouts
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
