import type { GivenAdminPaymentDetail } from '#lib/contract/reconciliation/calls.ts'
import { db } from '#lib/core/db.ts'
import { isLongThere } from '#lib/domain/approvals/two-people.ts'
import { readApprovers } from '#lib/domain/payouts/approve.ts'
import { concerns, findSubject } from './find-subject.ts'
import { possibleActions } from './policy.ts'
import { presentCase } from './present-case.ts'
import { readOpenProposals } from './proposals.ts'
import type { Subject } from './schema.ts'
import { readTimeline } from './timeline.ts'

/** @throws NotFoundError */
export async function readCase(id: string, readerId: string): Promise<GivenAdminPaymentDetail> {
  const subject = await findSubject(db(), id)
  const proposals = await readOpenProposals(db(), [subject], readerId)
  const actions = possibleActions(subject)
  const canCredit = actions.includes('credit')
  return {
    ...presentCase(subject, proposals.get(subject.id) ?? null),
    actions,
    is_own_matter: await concerns(db(), subject, readerId),
    needs_vote_code: canCredit && subject.kind === 'receipt',
    needs_receipt:
      subject.kind === 'reversal' ||
      (canCredit && subject.kind === 'payment' && subject.money?.status !== 'unmatched'),
    votes: subject.kind === 'payment' ? subject.votes : null,
    approvals: await readApprovals(subject),
    can_approve: subject.kind === 'payout' && (await isLongThere(db(), readerId)),
    timeline: await readTimeline(db(), subject),
  }
}

async function readApprovals(subject: Subject): Promise<GivenAdminPaymentDetail['approvals']> {
  if (subject.kind !== 'payout') return []
  return readApprovers(db(), subject.id, subject.state === 'requested' ? 'counting' : 'all')
}
