import { sql } from 'kysely'
import { addSeconds, now } from '#lib/core/clock.ts'
import type { Tx } from '#lib/core/outbox.ts'
import { raiseAlert } from './alerts.ts'
import { TELL_AFTER_TRIES, waitAfter } from './policy.ts'
import { changePayout } from './rows.ts'
import type { Payout } from './schema.ts'
import type { NotAccepted } from './submit-answer.ts'

/**
 * Puts a payout that M-Pesa has certainly not accepted back into the queue: it waits by itself, longer each time, and is sent
 * again under the same id. After some tries people are told: of this payout, or once of all of them where M-Pesa accepts none
 * (docs/decisions/0044).
 * @param tries in a row, this one included
 */
export async function putBack(
  tx: Tx,
  payout: Payout,
  { code, isForAll }: NotAccepted,
  tries: number,
): Promise<void> {
  await tx.kysely
    .updateTable('payout')
    .set((eb) => ({ tries, tried_since: eb.fn.coalesce('tried_since', 'submitted_at') }))
    .where('id', '=', payout.id)
    .execute()
  const nextCheckAt = addSeconds(now(), waitAfter(tries))
  await changePayout(tx, payout, { state: 'approved', resultCode: code, nextCheckAt })
  const told = isForAll ? await countTries(tx, 'payout', code) : tries
  if (told < TELL_AFTER_TRIES) return
  const { id, reference } = payout
  if (isForAll || (await isNoneAccepted(tx, id)))
    await raiseAlert(tx, 'all_stuck', null, `M-PESA answers ${code}, last to ${reference}`)
  else await raiseAlert(tx, 'stuck', id, `M-PESA has answered ${code} to ${reference}, ${tries} times`)
}

/**
 * Counts the tries of all payouts, or refunds, that M-Pesa answers so. Where that is about all of them a turn ends with the
 * first, and what was never tried goes first in the next: of a hundred, one alone would be tried five times after hours. A try
 * that was answered otherwise, as that of one that M-Pesa has throttled for long, is not about all of them.
 */
export async function countTries(tx: Tx, kind: 'payout' | 'refund', code: string): Promise<number> {
  const { tries } = await tx.kysely
    .selectFrom(kind)
    .innerJoin('daraja_request as newest', 'newest.id', 'attempt_id')
    .innerJoin('daraja_request as d', (join) =>
      join.on((eb) =>
        eb.or([
          eb('d.payout_id', '=', eb.ref('newest.payout_id')),
          eb('d.refund_id', '=', eb.ref('newest.refund_id')),
        ]),
      ),
    )
    .select((eb) => eb.cast<number>(eb.fn.countAll(), 'int4').as('tries'))
    .where('state', '=', kind === 'payout' ? sql.lit('approved') : sql.lit('requested'))
    .where('result_code', '=', code)
    .where('d.outcome', '=', 'retry' satisfies NotAccepted['state'])
    .where((eb) => eb('d.created_at', '>=', eb.ref('tried_since')))
    .where((eb) => eb('d.http_status', 'is not distinct from', eb.ref('newest.http_status')))
    .executeTakeFirstOrThrow()
  return tries
}

/** Whether others are refused as well, and M-Pesa has accepted none since it refused this one for the first time. */
async function isNoneAccepted(tx: Tx, id: string): Promise<boolean> {
  const { payout } = tx.prisma
  const select = { id: true }
  const refused = await payout.findFirst({
    where: { id: { not: id }, state: 'approved', tries: { gt: 0 } },
    select,
  })
  if (!refused) return false
  const { triedSince } = await payout.findUniqueOrThrow({ where: { id }, select: { triedSince: true } })
  const accepted = await payout.findFirst({
    where: {
      id: { not: id },
      submittedAt: { gte: triedSince ?? now() },
      OR: [{ conversationId: { not: null } }, { state: { in: ['paid', 'failed'] } }],
    },
    select,
  })
  return accepted === null
}

/**
 * Ends what was noted about a payout that M-Pesa did not accept: M-Pesa has looked at it now, or may have.
 * @param isCertain M-Pesa has answered, and so does accept payouts
 */
export async function noteLookedAt(tx: Tx, payoutId: string, isCertain: boolean): Promise<void> {
  await tx.prisma.payout.updateMany({
    where: { id: payoutId, tries: { gt: 0 } },
    data: { tries: 0, triedSince: null },
  })
  await tx.prisma.payoutAlert.updateMany({
    where: {
      resolvedAt: null,
      OR: [{ kind: 'stuck', payoutId }, ...(isCertain ? [{ kind: 'all_stuck' as const }] : [])],
    },
    data: { resolvedAt: now() },
  })
}
