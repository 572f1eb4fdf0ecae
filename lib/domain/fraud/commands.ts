import type { FraudSignal } from '#lib/contract/fraud/calls.ts'
import { now } from '#lib/core/clock.ts'
import { NotFoundError, RuleError } from '#lib/core/errors.ts'
import { type Tx, transaction } from '#lib/core/outbox.ts'
import type { Actor } from '#lib/domain/accounts/schema.ts'
import { recordAudit } from '#lib/domain/audit/commands.ts'
import { mailSuperAdmins } from '#lib/domain/mail/commands.ts'
import { MOST_POINTS } from './policy.ts'
import { readSignal } from './queries.ts'

/** `address` is where the officer's request came from. */
export type SignalDecision = {
  readonly signalId: string
  readonly officer: Actor
  readonly note: string
  readonly address: string
}

/**
 * Dismisses a signal. One that was escalated only super admins dismiss.
 * @param decision.seen the score that the officer has looked at: a higher one would be dismissed unread, and hardly ever
 * opened again, because that takes REOPENS_AFTER_POINTS more. Without it nothing is compared.
 * @throws NotFoundError
 * @throws RuleError own_submission (403), needs_super_admin (403), money_held, already_decided, signal_grown (409)
 */
export function dismissSignal(
  decision: SignalDecision & { seen?: number | undefined },
): Promise<FraudSignal> {
  return decide(decision, 'dismissed', decision.seen)
}

/**
 * Escalates a signal to the super admins, as much as it has grown by then, and mails them.
 * @throws NotFoundError
 * @throws RuleError own_submission (403), money_held (409), already_decided (409)
 */
export function escalateSignal(decision: SignalDecision): Promise<FraudSignal> {
  return decide(decision, 'escalated')
}

type Outcome = 'dismissed' | 'escalated'

function decide(decision: SignalDecision, outcome: Outcome, seen = MOST_POINTS): Promise<FraudSignal> {
  const { signalId, officer, note, address } = decision
  return transaction(async (tx) => {
    const before = await lockSignal(tx, signalId)
    refuse(before, officer, outcome)
    if (before.score > seen)
      throw new RuleError('signal_grown', 'This signal has grown meanwhile. Look at it again.', 409)
    await tx.prisma.fraudSignal.update({
      where: { id: signalId },
      data: { status: outcome, decidedById: officer.id, decidedAt: now(), note },
    })
    await recordAudit(tx, {
      actor: officer,
      action: `fraud_signal.${outcome}`,
      subject: { type: 'fraud_signal', id: signalId },
      before: { status: before.status },
      after: { status: outcome, score: before.score, note },
      address,
    })
    const signal = await readSignal(tx.client, signalId)
    if (outcome === 'escalated')
      await mailSuperAdmins(tx, 'signal_escalated', { id: signalId, video: signal.video.title, note })
    return signal
  })
}

type Locked = Awaited<ReturnType<typeof lockSignal>>

async function lockSignal(tx: Tx, id: string) {
  const found = await tx.kysely
    .selectFrom('fraud_signal as s')
    .innerJoin('video as v', 'v.id', 's.video_id')
    .innerJoin('track as t', 't.id', 'v.track_id')
    .select(['s.status', 's.score', 'v.dancer_id', 't.musician_id'])
    .where('s.id', '=', id)
    .forNoKeyUpdate('s')
    .executeTakeFirst()
  if (!found) throw new NotFoundError()
  return found
}

function refuse({ status, dancer_id, musician_id }: Locked, officer: Actor, outcome: Outcome): void {
  if (officer.id === dancer_id || officer.id === musician_id)
    throw new RuleError('own_submission', 'You cannot decide about your own submission.', 403)
  if (status === 'held')
    throw new RuleError('money_held', 'Two super admins release this payment or send it back.', 409)
  if (status === 'escalated' && outcome === 'dismissed') {
    if (officer.role === 'super_admin') return
    throw new RuleError('needs_super_admin', 'This signal waits for a super admin.', 403)
  }
  if (status !== 'open') throw new RuleError('already_decided', 'This signal has already been decided.', 409)
}
