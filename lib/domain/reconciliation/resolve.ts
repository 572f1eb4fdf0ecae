import type { ResolutionActionName, ResolveBody } from '#lib/contract/reconciliation/calls.ts'
import { now } from '#lib/core/clock.ts'
import { violatedConstraint } from '#lib/core/db.ts'
import { RuleError, ValidationError } from '#lib/core/errors.ts'
import { newId, normaliseSpokenCode } from '#lib/core/ids.ts'
import { type Tx, transaction } from '#lib/core/outbox.ts'
import { requireTwoPeople } from '#lib/domain/approvals/two-people.ts'
import { recordAudit } from '#lib/domain/audit/commands.ts'
import { performAction } from './actions.ts'
import { findSubject, requireOthers } from './find-subject.ts'
import { possibleActions } from './policy.ts'
import { type Details, lockProposal, type OpenProposal } from './proposals.ts'
import type { Subject } from './schema.ts'

type By = { readonly id: string }

/**
 * One super admin proposes what to do about something that the machine could not settle; another confirms it, and then it
 * is done, once, in the same transaction; anybody of them turns it down (docs/decisions/0020).
 * @param id as the list names it
 * @throws NotFoundError; ForbiddenError where it concerns themselves
 * @throws RuleError proposal_open, not_possible, proposal_gone (409), second_person, not_two_people (403), and whatever the action refuses
 */
export async function resolveCase(id: string, body: ResolveBody, by: By, address: string): Promise<void> {
  if (body.decision === 'propose') await propose(id, body, by, address)
  else await decide(id, body, by, address)
}

async function propose(id: string, body: ResolveBody, by: By, address: string): Promise<void> {
  const { action, note } = body
  if (!action) throw new ValidationError({ action: ['This field is required.'] })
  try {
    await transaction(async (tx) => {
      const subject = await findSubject(tx.client, id)
      await requireOthers(tx.client, subject, by.id)
      requirePossible(subject, action)
      const details = detailsOf(subject, action, body)
      const proposalId = newId()
      await tx.client.query(
        `INSERT INTO resolution (id, subject_type, subject_id, action, details, note, proposed_by, proposed_at)
          VALUES ($1, $2, $3, $4::resolution_action, $5, $6, $7, $8)`,
        [proposalId, subject.kind, subject.id, action, JSON.stringify(details), note, by.id, now()],
      )
      const after = { proposal: proposalId, action, note, ...details }
      await audit(tx, 'payment.proposed', subject, by, after, address)
    })
  } catch (error) {
    if (violatedConstraint(error) !== 'resolution_open_key') throw error
    throw new RuleError('proposal_open', 'Somebody has proposed something already: decide that first.', 409)
  }
}

async function decide(id: string, body: ResolveBody, by: By, address: string): Promise<void> {
  await transaction(async (tx) => {
    const proposal = await lockProposal(tx.client, body.proposal_id ?? '')
    const subject = await findSubject(tx.client, id)
    if (!proposal || proposal.subjectType !== subject.kind || proposal.subjectId !== subject.id)
      throw new RuleError('proposal_gone', 'This proposal was decided already.', 409)
    if (body.decision === 'reject') {
      await close(tx, proposal, 'rejected', by, body.note)
      const after = { proposal: proposal.id, action: proposal.action, note: body.note }
      return audit(tx, 'payment.proposal_rejected', subject, by, after, address)
    }
    if (proposal.proposedBy === by.id)
      throw new RuleError('second_person', 'Another super admin has to confirm what you propose.', 403)
    await requireTwoPeople(tx.client, proposal.proposedBy, by.id)
    await requireOthers(tx.client, subject, by.id)
    requirePossible(subject, proposal.action)
    await close(tx, proposal, 'confirmed', by, body.note)
    const done = await performAction(tx, subject, proposal, by.id)
    const after = { proposal: proposal.id, action: proposal.action, ...proposal.details, ...done }
    return audit(tx, 'payment.resolved', subject, by, after, address)
  })
}

function requirePossible(subject: Subject, action: ResolutionActionName): void {
  if (!possibleActions(subject).includes(action))
    throw new RuleError('not_possible', 'That can not be done about this any more.', 409)
}

/** What the action needs has to be there when it is proposed: the second person confirms all of it. */
function detailsOf(subject: Subject, action: ResolutionActionName, body: ResolveBody): Details {
  const receipt = needsReceipt(subject, action)
  if (receipt === 'needed' && !body.receipt)
    throw new ValidationError({ receipt: ['Enter the receipt that you have found with M-PESA.'] })
  const isStray = subject.kind === 'receipt' && action === 'credit'
  if (isStray && !body.vote_code)
    throw new ValidationError({ vote_code: ['Enter the vote code of the video that it is for.'] })
  return {
    ...(receipt !== 'none' && body.receipt ? { receipt: body.receipt } : {}),
    ...(isStray && body.vote_code ? { voteCode: normaliseSpokenCode(body.vote_code) } : {}),
    ...(action === 'refund' ? { method: body.method ?? 'reversal' } : {}),
    ...(attemptOf(subject) ? { attempt: attemptOf(subject) } : {}),
  }
}

/** The newest try of what goes out: what is proposed is about it, and not about one that comes after. */
function attemptOf(subject: Subject): string | undefined {
  if (subject.kind === 'payout') return subject.attemptId ?? undefined
  if (subject.kind !== 'payment' && subject.kind !== 'receipt') return undefined
  return subject.refund?.attemptId ?? undefined
}

function needsReceipt(subject: Subject, action: ResolutionActionName): 'needed' | 'taken' | 'none' {
  if (action === 'credit' && subject.kind === 'payment')
    return subject.money?.status === 'unmatched' ? 'none' : 'needed'
  if (action !== 'found_paid') return 'none'
  const isProof =
    subject.kind === 'payout' || (subject.kind === 'payment' && subject.receiptMissingSince !== null)
  return isProof ? 'needed' : 'taken'
}

async function close(
  { client }: Tx,
  { id }: OpenProposal,
  state: 'confirmed' | 'rejected',
  by: By,
  note: string,
): Promise<void> {
  await client.query(
    `UPDATE resolution SET state = $2::resolution_state, decided_by = $3, decided_at = $4, decision_note = $5 WHERE id = $1`,
    [id, state, by.id, now(), note],
  )
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
