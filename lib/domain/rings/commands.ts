import { sql } from 'kysely'
import type { SignalActionKind } from '#lib/contract/fraud/actions.ts'
import { now } from '#lib/core/clock.ts'
import { violatedConstraint } from '#lib/core/db.ts'
import { ForbiddenError, NotFoundError, RuleError } from '#lib/core/errors.ts'
import { newId } from '#lib/core/ids.ts'
import { anyOf } from '#lib/core/kysely.ts'
import { type Cents, shillings, toShillings } from '#lib/core/money.ts'
import { enqueue, type Tx, transaction } from '#lib/core/outbox.ts'
import { requireTwoPeople } from '#lib/domain/approvals/two-people.ts'
import { recordAudit } from '#lib/domain/audit/commands.ts'
import { type Locked, lockSignal } from '#lib/domain/fraud/commands.ts'
import { SIGNAL_HOLD } from '#lib/domain/fraud/policy.ts'
import { standingsWith } from '#lib/domain/fraud/ranking.ts'
import { alreadyDecided } from '#lib/domain/review/errors.ts'
import { isDecisionHeld } from '#lib/domain/review/held.ts'
import { endIfRefundedElsewhere } from './end-signal.ts'
import { workSignalActionsJob } from './jobs.ts'

// Super admins' actions on all or some gifts of a signal. The worker carries them out (work.ts).

type Who = { readonly by: { readonly id: string }; readonly address: string }

export type SignalOrder = Who & {
  readonly signalId: string
  readonly kind: SignalActionKind
  /** Empty for all gifts on which the action is possible. */
  readonly giftIds: readonly string[]
  /** Total of the gifts in shillings, as typed by the proposer. Not for a hold. */
  readonly total: number | undefined
  readonly note: string
}

/**
 * Orders an action on an open or escalated signal. A hold begins at once, because it can be undone; release
 * and refund need a second super admin.
 * @throws NotFoundError; ForbiddenError if one's own phone paid a gift
 * @throws RuleError own_submission (403), already_decided, action_open, no_such_gifts, gifts_in_action,
 *   total_differs (409)
 */
export async function orderSignalAction(order: SignalOrder): Promise<void> {
  const { signalId, kind, note, by } = order
  try {
    await transaction(async (tx) => {
      const signal = await lockSignal(tx, signalId)
      await refuseSignal(tx, signal, by.id)
      const gifts = await giftsFor(tx, signal, order)
      const amount = gifts.reduce((sum, gift) => sum + gift.amount, 0n)
      if (gifts.length === 0) throw new RuleError('no_such_gifts', 409)
      await refuseGiftsInAction(tx, signal, gifts)
      if (kind !== 'hold' && (order.total === undefined || shillings(order.total) !== amount))
        throw new RuleError('total_differs', 409)
      const id = newId()
      const moment = now()
      await tx.kysely
        .insertInto('signalAction')
        .values({
          ...{ id, signalId, kind, amount, note, proposedBy: by.id, proposedAt: moment },
          ...(kind === 'hold'
            ? { ...(await begun(tx, signal.videoId)), decidedBy: by.id, decidedAt: moment }
            : { state: 'proposed' }),
        })
        .execute()
      await tx.kysely
        .insertInto('signalActionGift')
        .values(gifts.map((gift) => ({ actionId: id, intentId: gift.id })))
        .execute()
      await audit(tx, kind === 'hold' ? 'gifts_held' : 'gifts_proposed', order, {
        ...{ proposal: id, action: kind, gifts: gifts.length, amount: toShillings(amount), note },
      })
      if (kind === 'hold') await enqueue(tx, workSignalActionsJob, {})
    })
  } catch (error) {
    throw violatedConstraint(error) === 'signal_action_live_key' ? new RuleError('action_open', 409) : error
  }
}

/**
 * Confirms a proposal as a second person and starts the worker, or rejects it, which its proposer may do too.
 * @throws NotFoundError, ForbiddenError
 * @throws RuleError proposal_gone (409), second_person, not_two_people, own_submission (403)
 */
export async function decideSignalAction(
  order: Who & { actionId: string; signalId: string; decision: 'confirm' | 'reject'; note: string },
): Promise<void> {
  const { actionId, signalId, decision, note, by } = order
  await transaction(async (tx) => {
    const signal = await lockSignal(tx, signalId)
    const action = await tx.kysely
      .selectFrom('signalAction')
      .select(['id', 'kind', 'amount', 'proposedBy'])
      .where('id', '=', actionId)
      .where('signalId', '=', signalId)
      .where('state', '=', 'proposed')
      .forUpdate()
      .executeTakeFirst()
    if (!action) throw new RuleError('proposal_gone', 409)
    const told = { proposal: action.id, action: action.kind, amount: toShillings(action.amount), note }
    const decided = { decidedBy: by.id, decidedAt: now(), decisionNote: note }
    if (decision === 'reject') {
      await change(tx, actionId, { ...decided, state: 'rejected' })
      await audit(tx, 'gifts_rejected', order, told)
      return endIfRefundedElsewhere(tx, signalId)
    }
    if (action.proposedBy === by.id) throw new RuleError('second_person', 403)
    await requireTwoPeople(tx.client, action.proposedBy, by.id)
    await refuseSignal(tx, signal, by.id)
    await change(tx, actionId, { ...decided, ...(await begun(tx, signal.videoId)) })
    await audit(tx, 'gifts_confirmed', order, told)
    await enqueue(tx, workSignalActionsJob, {})
  })
}

type Change = {
  state: 'running' | 'rejected'
  decidedBy: string
  decidedAt: Date
  decisionNote: string
  rankBefore?: number | null
}

async function change({ kysely }: Tx, id: string, values: Change): Promise<void> {
  await kysely.updateTable('signalAction').set(values).where('id', '=', id).execute()
}

async function begun(tx: Tx, videoId: string) {
  const [standing] = await standingsWith(tx.client, videoId, [0])
  return { state: 'running' as const, rankBefore: standing?.rank ?? null }
}

/**
 * Refuses a decided signal, and a person's own: about their video or track, or a gift that their phone
 * ordered or paid.
 */
async function refuseSignal(tx: Tx, signal: Locked, personId: string): Promise<void> {
  const { id, status, dancerId, musicianId, giftIds } = signal
  if (personId === dancerId || personId === musicianId) throw new RuleError('own_submission', 403)
  if (status !== 'open' && status !== 'escalated') throw alreadyDecided('signal')
  // While a dismissal can still be undone, no action may start.
  if (await isDecisionHeld(tx.client, { type: 'signal', id })) throw alreadyDecided('signal')
  const own = await tx.kysely
    .selectFrom('gift as g')
    .innerJoin('appUser as u', (join) => join.on('u.id', '=', personId).on('u.phoneNumber', '<>', ''))
    .leftJoin('mpesaReceipt as r', 'r.intentId', 'g.intentId')
    .select('g.intentId')
    .where('g.intentId', '=', anyOf(giftIds ?? []))
    .where((eb) => {
      const own = sql<string>`regexp_replace(${eb.ref('u.phoneNumber')}, '\\D', '', 'g')`
      return eb.or([eb('g.phone', '=', own), eb('r.phone', '=', own)])
    })
    .executeTakeFirst()
  if (own) throw new ForbiddenError()
}

type GiftOfSignal = { id: string; amount: Cents }

/**
 * The signal's gifts on which the action is possible now.
 * @throws NotFoundError for a gift that is not the signal's
 */
async function giftsFor(tx: Tx, signal: Locked, { kind, giftIds }: SignalOrder): Promise<GiftOfSignal[]> {
  const own = new Set(signal.giftIds ?? [])
  if (giftIds.some((id) => !own.has(id))) throw new NotFoundError()
  return tx.kysely
    .selectFrom('paymentIntent as i')
    .select(['i.id', 'i.amount'])
    .where('i.id', '=', anyOf(giftIds.length > 0 ? giftIds : [...own]))
    .where((eb) => {
      const isCounted = eb('i.state', '=', 'credited')
      const isHeld = eb.and([eb('i.state', '=', 'review'), eb('i.reviewReason', '=', SIGNAL_HOLD)])
      if (kind === 'hold') return isCounted
      return kind === 'release' ? isHeld : eb.or([isCounted, isHeld])
    })
    .orderBy('i.id')
    .execute()
}

/** Refuses gifts that a proposed or running action of another signal covers. */
async function refuseGiftsInAction(tx: Tx, signal: Locked, gifts: readonly GiftOfSignal[]): Promise<void> {
  // Signals share gifts only within a video, so that two of them cannot order the same gifts at once.
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`signal-action:${signal.videoId}`}, 0))`.execute(
    tx.kysely,
  )
  const ids = gifts.map(({ id }) => id)
  const taken = await tx.kysely
    .selectFrom('signalActionGift as g')
    .innerJoin('signalAction as a', 'a.id', 'g.actionId')
    .select('g.intentId')
    .where('g.intentId', '=', anyOf(ids))
    .where('a.signalId', '<>', signal.id)
    .where('a.state', 'in', ['proposed', 'running'])
    .limit(1)
    .executeTakeFirst()
  if (taken) throw new RuleError('gifts_in_action', 409)
}

type AuditName = 'gifts_held' | 'gifts_proposed' | 'gifts_rejected' | 'gifts_confirmed'

async function audit(
  tx: Tx,
  name: AuditName,
  { by, address, signalId }: Who & { signalId: string },
  after: Record<string, unknown>,
): Promise<void> {
  await recordAudit(tx, {
    actor: by,
    action: `fraud_signal.${name}`,
    subject: { type: 'fraud_signal', id: signalId },
    after,
    address,
  })
}
