import type { ResolutionActionName, ResolveBody } from '#lib/contract/reconciliation/calls.ts'
import { now } from '#lib/core/clock.ts'
import { violatedConstraint } from '#lib/core/db.ts'
import { RuleError, ValidationError } from '#lib/core/errors.ts'
import { newId, normaliseSpokenCode } from '#lib/core/ids.ts'
import { type Tx, transaction } from '#lib/core/outbox.ts'
import { requireTwoPeople } from '#lib/domain/approvals/two-people.ts'
import { recordAudit } from '#lib/domain/audit/commands.ts'
import { givenBack } from '#lib/domain/payments/credit-by-hand.ts'
import { performAction } from './actions.ts'
import { isAsProposed, saidOf, seenOf } from './as-proposed.ts'
import { gone } from './errors.ts'
import { findSubject, requireOthers } from './find-subject.ts'
import { possibleActions } from './policy.ts'
import { type Details, lockProposal, type OpenProposal } from './proposals.ts'
import type { Subject } from './schema.ts'

type By = { readonly id: string }

/**
 * Proposes, confirms or rejects an action about a case. A second super admin's confirmation carries the
 * action out in the same transaction. Any super admin may reject the proposal (docs/decisions/0010).
 * @param id from the list of cases
 * @throws NotFoundError; ForbiddenError about one's own matter
 * @throws RuleError proposal_open, not_possible, proposal_gone (409), second_person, not_two_people (403),
 *   and those of the action
 */
export async function resolveCase(id: string, body: ResolveBody, by: By, address: string): Promise<void> {
  if (body.decision === 'propose') await propose(id, body, by, address)
  else await decide(id, body, by, address)
}

async function propose(id: string, body: ResolveBody, by: By, address: string): Promise<void> {
  const { action, note } = body
  if (!action) throw new ValidationError({ action: 'field.required' })
  try {
    await transaction(async (tx) => {
      const subject = await findSubject(tx.client, id)
      await requireOthers(tx.client, subject, by.id)
      requirePossible(subject, action)
      const details = detailsOf(subject, action, body)
      const proposalId = newId()
      // Kysely, because Prisma's errors do not name the constraint that a second open proposal violates.
      await tx.kysely
        .insertInto('resolution')
        .values({
          id: proposalId,
          subjectType: subject.kind,
          subjectId: subject.id,
          action,
          details: JSON.stringify(details),
          note,
          proposedBy: by.id,
          proposedAt: now(),
        })
        .execute()
      const after = { proposal: proposalId, action, note, ...saidOf(details) }
      await audit(tx, 'payment.proposed', subject, by, after, address)
    })
  } catch (error) {
    if (violatedConstraint(error) !== 'resolution_open_key') throw error
    throw new RuleError('proposal_open', 409)
  }
}

async function decide(id: string, body: ResolveBody, by: By, address: string): Promise<void> {
  await transaction(async (tx) => {
    const proposal = await lockProposal(tx.client, body.proposal_id ?? '')
    const subject = await findSubject(tx.client, id)
    if (!proposal || proposal.subjectType !== subject.kind || proposal.subjectId !== subject.id)
      throw new RuleError('proposal_gone', 409)
    if (body.decision === 'reject') {
      await close(tx, proposal, 'rejected', by, body.note)
      const after = { proposal: proposal.id, action: proposal.action, note: body.note }
      return audit(tx, 'payment.proposal_rejected', subject, by, after, address)
    }
    if (proposal.proposedBy === by.id) throw new RuleError('second_person', 403)
    await requireTwoPeople(tx.client, proposal.proposedBy, by.id)
    await requireOthers(tx.client, subject, by.id)
    requirePossible(subject, proposal.action)
    if (!isAsProposed(subject, proposal.details)) throw gone()
    await close(tx, proposal, 'confirmed', by, body.note)
    const done = await performAction(tx, subject, proposal, by.id)
    const after = { proposal: proposal.id, action: proposal.action, ...saidOf(proposal.details), ...done }
    return audit(tx, 'payment.resolved', subject, by, after, address)
  })
}

function requirePossible(subject: Subject, action: ResolutionActionName): void {
  if (possibleActions(subject).includes(action)) return
  throw action === 'credit' && 'reversal' in subject && subject.reversal ? givenBack() : gone()
}

/**
 * All details are stored with the proposal, because the second person confirms all of them. @throws
 * ValidationError
 */
function detailsOf(subject: Subject, action: ResolutionActionName, body: ResolveBody): Details {
  const receipt = needsReceipt(subject, action)
  if (receipt === 'needed' && !body.receipt) throw new ValidationError({ receipt: 'found_receipt_missing' })
  const isStray = subject.kind === 'receipt' && action === 'credit'
  if (isStray && !body.vote_code) throw new ValidationError({ vote_code: 'vote_code_missing' })
  return {
    ...(receipt !== 'none' && body.receipt ? { receipt: body.receipt } : {}),
    ...(isStray && body.vote_code ? { voteCode: normaliseSpokenCode(body.vote_code) } : {}),
    ...(action === 'refund' && isSent(subject) ? { method: body.method ?? 'reversal' } : {}),
    ...(attemptOf(subject) ? { attempt: attemptOf(subject) } : {}),
    ...seenOf(subject),
  }
}

/** Whether a refund of the case sends money: not for a payment that M-Pesa reversed by itself. */
function isSent(subject: Subject): boolean {
  return subject.kind !== 'reversal' && !('reversal' in subject && subject.reversal !== null)
}

/** The newest attempt of a payout or refund: the proposal is about no later one. */
function attemptOf(subject: Subject): string | undefined {
  if (subject.kind === 'payout') return subject.attemptId ?? undefined
  if (subject.kind !== 'payment' && subject.kind !== 'receipt') return undefined
  return subject.refund?.attemptId ?? undefined
}

function needsReceipt(subject: Subject, action: ResolutionActionName): 'needed' | 'optional' | 'none' {
  if (action === 'credit' && subject.kind === 'payment')
    return subject.money?.status === 'unmatched' ? 'none' : 'needed'
  if (subject.kind === 'reversal') return action === 'refund' ? 'needed' : 'none'
  if (action !== 'found_paid') return 'none'
  const isProof =
    subject.kind === 'payout' ||
    subject.kind === 'alert' ||
    (subject.kind === 'payment' && subject.receiptMissingSince !== null)
  return isProof ? 'needed' : 'optional'
}

async function close(
  { kysely }: Tx,
  { id }: OpenProposal,
  state: 'confirmed' | 'rejected',
  by: By,
  note: string,
): Promise<void> {
  await kysely
    .updateTable('resolution')
    .set({ state, decidedBy: by.id, decidedAt: now(), decisionNote: note })
    .where('id', '=', id)
    .execute()
}

async function audit(
  tx: Tx,
  action: 'payment.proposed' | 'payment.proposal_rejected' | 'payment.resolved',
  subject: Subject,
  actor: By,
  after: Record<string, unknown>,
  address: string,
): Promise<void> {
  await recordAudit(tx, { actor, action, subject: { type: subject.kind, id: subject.id }, after, address })
}
