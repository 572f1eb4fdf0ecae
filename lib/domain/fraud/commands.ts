import type { FraudSignal } from '#lib/contract/fraud/calls.ts'
import { now } from '#lib/core/clock.ts'
import { firstRow } from '#lib/core/db.ts'
import { NotFoundError, RuleError } from '#lib/core/errors.ts'
import { type Tx, transaction } from '#lib/core/outbox.ts'
import type { Actor } from '#lib/domain/accounts/schema.ts'
import { recordAudit } from '#lib/domain/audit/commands.ts'
import { readSignal } from './queries.ts'

/** `address` is where the officer's request came from. */
export type SignalDecision = {
  readonly signalId: string
  readonly officer: Actor
  readonly note: string
  readonly address: string
}

/**
 * Finds nothing wrong with a signal. What was put before the super admins only they dismiss.
 * @throws NotFoundError
 * @throws RuleError own_submission (403), needs_super_admin (403), money_held (409), already_decided (409)
 */
export function dismissSignal(decision: SignalDecision): Promise<FraudSignal> {
  return decide(decision, 'dismissed')
}

/**
 * Puts a signal before the super admins.
 * @throws as `dismissSignal`
 */
export function escalateSignal(decision: SignalDecision): Promise<FraudSignal> {
  return decide(decision, 'escalated')
}

type Outcome = 'dismissed' | 'escalated'

function decide(decision: SignalDecision, outcome: Outcome): Promise<FraudSignal> {
  const { signalId, officer, note, address } = decision
  return transaction(async (tx) => {
    const before = await lockSignal(tx, signalId)
    refuse(before, officer, outcome)
    await tx.client.query({
      name: 'fraud-decide',
      text: `UPDATE fraud_signal SET status = $2::fraud_signal_status, decided_by = $3, decided_at = $4, note = $5 WHERE id = $1`,
      values: [signalId, outcome, officer.id, now(), note],
    })
    await recordAudit(tx, {
      actor: officer,
      action: `fraud_signal.${outcome}`,
      subject: { type: 'fraud_signal', id: signalId },
      before: { status: before.status },
      after: { status: outcome, score: before.score, note },
      address,
    })
    return readSignal(tx.client, signalId)
  })
}

type Locked = { status: string; score: number; dancer_id: string; musician_id: string }

async function lockSignal({ client }: Tx, id: string): Promise<Locked> {
  const found = await firstRow<Locked>(client, {
    name: 'fraud-lock',
    text: `SELECT s.status::text, s.score, v.dancer_id, t.musician_id FROM fraud_signal s JOIN video v ON v.id = s.video_id
      JOIN track t ON t.id = v.track_id WHERE s.id = $1 FOR NO KEY UPDATE OF s`,
    values: [id],
  })
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
