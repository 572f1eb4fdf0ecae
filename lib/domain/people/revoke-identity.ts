import { now } from '#lib/core/clock.ts'
import { NotFoundError, RuleError } from '#lib/core/errors.ts'
import { newId } from '#lib/core/ids.ts'
import { type Tx, transaction } from '#lib/core/outbox.ts'
import { requireTwoPeople } from '#lib/domain/approvals/two-people.ts'
import { type AuditRecord, recordAudit } from '#lib/domain/audit/commands.ts'
import { lockKyc } from '#lib/domain/kyc/commands.ts'
import { notify } from '#lib/domain/notifications/commands.ts'
import { lockContestant, type PersonChange } from '#lib/domain/profiles/account-activation.ts'

type Decision = Omit<PersonChange, 'reason'> & { readonly proposalId: string }

/**
 * Proposes to revoke an identity; nothing is locked before another super admin confirms.
 * @throws NotFoundError also for a closed account
 * @throws RuleError staff_account, identity_not_approved, proposal_open (409)
 */
export async function proposeRevocation({ id, by, address, reason }: PersonChange): Promise<void> {
  await transaction(async (tx) => {
    await lockContestant(tx, id)
    await requireApproved(tx, id)
    if (await isProposed(tx, id)) throw new RuleError('proposal_open.revocation', 409)
    await tx.kysely
      .insertInto('identityRevocation')
      .values({ id: newId(), userId: id, reason, proposedBy: by.id, proposedAt: now() })
      .execute()
    await recordAudit(tx, { ...about('kyc.revocation_proposed', { id, by, address }), after: { reason } })
  })
}

/**
 * Revokes an identity by a second super admin. The state becomes `rejected`: top-ups, withdrawals,
 * subscriptions, videos and tracks are locked, and unsent withdrawals wait. A notification gives the reason,
 * and the person can submit again. The same person's repeated confirmation changes nothing.
 * @throws NotFoundError without such a proposal
 * @throws ForbiddenError if the confirmer was deactivated meanwhile
 * @throws RuleError own_proposal, not_two_people (403), proposal_gone, requester_gone, identity_not_approved (409)
 */
export async function confirmRevocation({ id, proposalId, by, address }: Decision): Promise<void> {
  await transaction(async (tx) => {
    await lockContestant(tx, id)
    const waiting = await readProposal(tx, id, proposalId)
    if (waiting.state === 'confirmed' && waiting.decidedBy === by.id) return
    requireWaiting(waiting)
    if (waiting.proposedBy === by.id) throw new RuleError('own_proposal', 403)
    await requireTwoPeople(tx.client, waiting.proposedBy, by.id)
    await requireApproved(tx, id)
    await decide(tx, waiting.id, 'confirmed', by.id)
    // The review time stays: it measures how long officers take.
    await tx.kysely
      .updateTable('profile')
      .set({ kycStatus: 'rejected', kycRejectionReason: waiting.reason, kycFieldReasons: {} })
      .where('userId', '=', id)
      .execute()
    await tx.kysely
      .insertInto('kycReview')
      .values({ userId: id, officerId: by.id, action: 'reject', reason: waiting.reason, createdAt: now() })
      .execute()
    await recordAudit(tx, {
      ...about('kyc.revoked', { id, by, address }),
      before: { kyc_status: 'approved' },
      after: { kyc_status: 'rejected', reason: waiting.reason, proposed_by: waiting.proposedBy },
    })
    await notify(tx, {
      userId: id,
      occasion: `revoked ${waiting.id}`,
      template: 'identity_revoked',
      data: { reason: waiting.reason },
    })
  })
}

/**
 * Rejects a proposal; its proposer can also withdraw it this way. The same person's repeated rejection
 * changes nothing.
 * @throws NotFoundError without such a proposal
 * @throws RuleError proposal_gone (409)
 */
export async function rejectRevocation({ id, proposalId, by, address }: Decision): Promise<void> {
  await transaction(async (tx) => {
    await lockContestant(tx, id)
    const waiting = await readProposal(tx, id, proposalId)
    if (waiting.state === 'rejected' && waiting.decidedBy === by.id) return
    requireWaiting(waiting)
    await decide(tx, waiting.id, 'rejected', by.id)
    await recordAudit(tx, about('kyc.revocation_rejected', { id, by, address }))
  })
}

/** Locks the identity. @throws RuleError identity_not_approved (409) */
async function requireApproved(tx: Tx, id: string): Promise<void> {
  const { status } = await lockKyc(tx, id)
  if (status !== 'approved') throw new RuleError('identity_not_approved', 409)
}

async function isProposed(tx: Tx, userId: string): Promise<boolean> {
  const found = await tx.kysely
    .selectFrom('identityRevocation')
    .select('id')
    .where('userId', '=', userId)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  return found !== undefined
}

async function readProposal(tx: Tx, userId: string, id: string) {
  const found = await tx.kysely
    .selectFrom('identityRevocation')
    .select(['id', 'state', 'reason', 'proposedBy', 'decidedBy'])
    .where('id', '=', id)
    .where('userId', '=', userId)
    .executeTakeFirst()
  if (!found) throw new NotFoundError()
  return found
}

function requireWaiting({ state }: { state: string }): void {
  if (state !== 'waiting') throw new RuleError('proposal_gone', 409)
}

async function decide(tx: Tx, id: string, state: 'confirmed' | 'rejected', by: string): Promise<void> {
  await tx.kysely
    .updateTable('identityRevocation')
    .set({ state, decidedBy: by, decidedAt: now() })
    .where('id', '=', id)
    .execute()
}

function about(
  action: AuditRecord['action'],
  { id, by, address }: Omit<PersonChange, 'reason'>,
): AuditRecord {
  return { actor: by, action, subject: { type: 'user', id }, address }
}
