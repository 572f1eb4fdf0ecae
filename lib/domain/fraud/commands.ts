import { sql } from 'kysely'
import type { FraudSignal } from '#lib/contract/fraud/calls.ts'
import { now } from '#lib/core/clock.ts'
import { NotFoundError, RuleError } from '#lib/core/errors.ts'
import { countRows } from '#lib/core/kysely.ts'
import type { Tx } from '#lib/core/outbox.ts'
import { recordAudit } from '#lib/domain/audit/commands.ts'
import { mailSuperAdmins } from '#lib/domain/mail/commands.ts'
import { alreadyDecided } from '#lib/domain/review/errors.ts'
import { isDecisionHeld } from '#lib/domain/review/held.ts'
import type { Decider } from '#lib/domain/review/schema.ts'
import { MOST_POINTS, SIGNAL_HOLD } from './policy.ts'
import { readSignal } from './queries.ts'
import { holdShares } from './share-holds.ts'

/** `address` is the client's. */
export type SignalDecision = {
  readonly signalId: string
  readonly outcome: 'dismissed' | 'escalated'
  readonly officer: Decider
  readonly note: string
  readonly address: string
  /**
   * The score that the officer saw. If the score is higher now, the decision is refused: a dismissed signal
   * reopens only after REOPENS_AFTER_POINTS more. Not compared if absent.
   */
  readonly seen?: number | undefined
  /** When the officer decided, if the decision could first be undone and takes effect later. */
  readonly decidedAt?: Date
}

/**
 * Locks a signal. Refuses signals about the officer's own video or track, with held money, or escalated or
 * decided already. Only super admins dismiss an escalated signal.
 * @throws NotFoundError
 * @throws RuleError own_submission (403), needs_super_admin (403), money_held, already_decided, signal_grown
 *   (409)
 */
export async function checkSignalDecision(tx: Tx, decision: SignalDecision): Promise<Locked> {
  const { signalId, officer, outcome, seen = MOST_POINTS } = decision
  const before = await lockSignal(tx, signalId)
  await refuse(tx, before, officer, outcome)
  if (await isDecisionHeld(tx.client, { type: 'signal', id: signalId })) throw alreadyDecided('signal')
  if (before.score > seen) throw new RuleError('signal_grown', 409)
  return before
}

/**
 * Dismisses a signal, or escalates it with its current size and mails the super admins. @throws as
 * `checkSignalDecision`
 */
export async function decideSignal(tx: Tx, decision: SignalDecision): Promise<FraudSignal> {
  const { signalId, outcome, officer, note, address, decidedAt = now() } = decision
  const before = await checkSignalDecision(tx, decision)
  await tx.kysely
    .updateTable('fraudSignal')
    .set({ status: outcome, decidedBy: officer.id, decidedAt, note })
    .where('id', '=', signalId)
    .execute()
  await recordAudit(tx, {
    actor: officer,
    action: `fraud_signal.${outcome}`,
    subject: { type: 'fraud_signal', id: signalId },
    before: { status: before.status },
    after: { status: outcome, score: before.score, note },
    address,
  })
  await holdShares(tx.client, [before.videoId])
  const signal = await readSignal(tx.client, signalId)
  if (outcome === 'escalated')
    await mailSuperAdmins(tx, 'signal_escalated', { id: signalId, video: signal.video.title, note })
  return signal
}

export type Locked = Awaited<ReturnType<typeof lockSignal>>

/** @throws NotFoundError */
export async function lockSignal(tx: Tx, id: string) {
  const found = await tx.kysely
    .selectFrom('fraudSignal as s')
    .innerJoin('video as v', 'v.id', 's.videoId')
    .innerJoin('track as t', 't.id', 'v.trackId')
    .select(['s.id', 's.status', 's.score', 's.giftIds', 's.videoId', 'v.dancerId', 't.musicianId'])
    .where('s.id', '=', id)
    .forNoKeyUpdate('s')
    .executeTakeFirst()
  if (!found) throw new NotFoundError()
  return found
}

async function refuse(
  tx: Tx,
  { id, status, dancerId, musicianId }: Locked,
  officer: Decider,
  outcome: SignalDecision['outcome'],
): Promise<void> {
  if (officer.id === dancerId || officer.id === musicianId) throw new RuleError('own_submission', 403)
  if (status === 'held' || (outcome === 'dismissed' && (await isActedOn(tx, id))))
    throw new RuleError('money_held', 409)
  if (status === 'escalated' && outcome === 'dismissed') {
    if (await isSuperAdmin(tx, officer)) return
    throw new RuleError('needs_super_admin', 403)
  }
  if (status !== 'open') throw alreadyDecided('signal')
}

/**
 * Reopens a dismissed signal, and holds the shares of its gifts again.
 * @throws NotFoundError; RuleError own_submission (403), not_dismissed (409)
 */
export async function reopenSignal(
  tx: Tx,
  { signalId, officer, note, address }: Omit<SignalDecision, 'outcome' | 'seen' | 'decidedAt'>,
): Promise<FraudSignal> {
  const { status, score, dancerId, musicianId, videoId } = await lockSignal(tx, signalId)
  if (officer.id === dancerId || officer.id === musicianId) throw new RuleError('own_submission', 403)
  if (status !== 'dismissed') throw new RuleError('not_dismissed', 409)
  await tx.kysely
    .updateTable('fraudSignal')
    .set({ status: 'open', decidedBy: officer.id, decidedAt: now(), note })
    .where('id', '=', signalId)
    .execute()
  await recordAudit(tx, {
    actor: officer,
    action: 'fraud_signal.reopened',
    subject: { type: 'fraud_signal', id: signalId },
    before: { status },
    after: { status: 'open', score, note },
    address,
  })
  await holdShares(tx.client, [videoId])
  return readSignal(tx.client, signalId)
}

/** Whether a super admin's action on the signal's gifts is open, or some of these gifts are held. */
async function isActedOn({ kysely }: Tx, signalId: string): Promise<boolean> {
  const [live, held] = await Promise.all([
    countRows(
      kysely
        .selectFrom('signalAction')
        .where('signalId', '=', signalId)
        .where('state', 'in', ['proposed', 'running']),
    ),
    countRows(
      kysely
        .selectFrom('fraudSignal as s')
        .innerJoin('paymentIntent as i', (join) =>
          join.on((eb) => sql<boolean>`${eb.ref('i.id')} = ANY(${eb.ref('s.giftIds')})`),
        )
        .where('s.id', '=', signalId)
        .where('i.state', '=', 'review')
        .where('i.reviewReason', '=', SIGNAL_HOLD),
    ),
  ])
  return live + held > 0
}

async function isSuperAdmin(tx: Tx, { id }: Decider): Promise<boolean> {
  return (
    (await countRows(
      tx.kysely.selectFrom('appUser').where('id', '=', id).where('role', '=', 'super_admin'),
    )) > 0
  )
}
