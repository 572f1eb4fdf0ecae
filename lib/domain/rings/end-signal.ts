import { sql } from 'kysely'
import { anyOf } from '#lib/core/kysely.ts'
import type { Tx } from '#lib/core/outbox.ts'
import { recordAudit } from '#lib/domain/audit/commands.ts'
import { SIGNAL_HOLD } from '#lib/domain/fraud/policy.ts'
import { holdShares } from '#lib/domain/fraud/share-holds.ts'

/**
 * Ends a signal if every gift was refunded, or released by two people. A counted gift without a release keeps
 * it open.
 * @param decidedWith the signal whose action refunded the gifts, if it is another
 */
export async function endSignal(tx: Tx, signalId: string, decidedWith: string | null = null): Promise<void> {
  const { kysely } = tx
  const signal = await kysely
    .selectFrom('fraudSignal')
    .select(['giftIds', 'status'])
    .where('id', '=', signalId)
    .executeTakeFirstOrThrow()
  if (signal.status !== 'open' && signal.status !== 'escalated') return
  const gifts = await kysely
    .selectFrom('paymentIntent as i')
    .select(['i.state', 'i.reviewReason'])
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('signalActionGift as g')
            .innerJoin('signalAction as a', 'a.id', 'g.actionId')
            .select('a.id')
            .whereRef('g.intentId', '=', 'i.id')
            .where('a.signalId', '=', signalId)
            .where('a.kind', '=', 'release')
            .where('a.state', '=', 'done')
            .where('g.skipped', '=', ''),
        )
        .$castTo<boolean>()
        .as('isReleased'),
    )
    .where('i.id', '=', anyOf(signal.giftIds ?? []))
    .execute()
  const isOpen = gifts.some(
    ({ state, reviewReason, isReleased }) =>
      (state === 'credited' && !isReleased) || (state === 'review' && reviewReason === SIGNAL_HOLD),
  )
  if (isOpen) return
  const isRefunded = gifts.some(({ state }) => state === 'refund_pending' || state === 'refunded')
  const status = isRefunded ? 'refunded' : 'released'
  await kysely.updateTable('fraudSignal').set({ status, decidedWith }).where('id', '=', signalId).execute()
  if (decidedWith === null) return
  await recordAudit(tx, {
    actor: null,
    action: 'fraud_signal.decided_with',
    subject: { type: 'fraud_signal', id: signalId },
    before: { status: signal.status },
    after: { status, decided_with: decidedWith },
  })
}

/**
 * Ends other signals whose last gifts this refund sent back. A signal with an action of its own ends with
 * that action.
 */
export async function endSignalsSharing(
  tx: Tx,
  action: { readonly id: string; readonly signalId: string; readonly videoId: string },
): Promise<void> {
  const others = await tx.kysely
    .selectFrom('fraudSignal as s')
    .select('s.id')
    .where('s.videoId', '=', action.videoId)
    .where('s.id', '<>', action.signalId)
    .where('s.status', 'in', ['open', 'escalated'])
    .where((eb) => {
      const refunded = eb
        .selectFrom('signalActionGift as g')
        .select('g.intentId')
        .where('g.actionId', '=', action.id)
        .where('g.skipped', '=', '')
      return sql<boolean>`${eb.ref('s.giftIds')} && array(${refunded})`
    })
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('signalAction as a')
            .select('a.id')
            .whereRef('a.signalId', '=', 's.id')
            .where('a.state', 'in', ['proposed', 'running']),
        ),
      ),
    )
    .orderBy('s.id')
    .forNoKeyUpdate('s')
    .execute()
  for (const { id } of others) await endSignal(tx, id, action.signalId)
}

/** Ends a signal whose proposal was declined, if another signal's refund covered its gifts meanwhile. */
export async function endIfRefundedElsewhere(tx: Tx, signalId: string): Promise<void> {
  const deciding = await tx.kysely
    .selectFrom('fraudSignal as s')
    .innerJoin('signalActionGift as g', (join) =>
      join.on((eb) => sql<boolean>`${eb.ref('g.intentId')} = ANY(${eb.ref('s.giftIds')})`),
    )
    .innerJoin('signalAction as a', 'a.id', 'g.actionId')
    .select(['a.signalId', 's.videoId'])
    .where('s.id', '=', signalId)
    .where('a.signalId', '<>', signalId)
    .where('a.kind', '=', 'send_back')
    .where('a.state', '=', 'done')
    .where('g.skipped', '=', '')
    .orderBy('a.finishedAt', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!deciding) return
  await endSignal(tx, signalId, deciding.signalId)
  await holdShares(tx.client, [deciding.videoId])
}
