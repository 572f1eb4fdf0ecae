import { sql } from 'kysely'
import type { z } from 'zod'
import { HEIC_TYPE, type KycStatus, kycDocumentTypes } from '#lib/contract/kyc/calls.ts'
import type { reviewKyc as reviewKycCall } from '#lib/contract/kyc/review.ts'
import { now } from '#lib/core/clock.ts'
import { RuleError, ValidationError } from '#lib/core/errors.ts'
import { type Tx, transaction } from '#lib/core/outbox.ts'
import { say } from '#lib/core/sentence.ts'
import { recordAudit } from '#lib/domain/audit/commands.ts'
import { notify } from '#lib/domain/notifications/commands.ts'
import { endClaim } from '#lib/domain/review/commands.ts'
import { alreadyDecided } from '#lib/domain/review/errors.ts'
import type { Decider } from '#lib/domain/review/schema.ts'
import { lockKyc } from './commands.ts'
import { normaliseNationalId } from './policy.ts'
import { isNationalIdTaken, readKycDocuments, readKycForm } from './queries.ts'
import { kycFields } from './schema.ts'

/** `address` is the client's; `decidedAt` is set for a held decision. */
export type KycDecision = Omit<z.output<typeof reviewKycCall.body>, 'undoable'> & {
  readonly userId: string
  readonly officer: Decider
  readonly address: string
  readonly decidedAt?: Date
}

/**
 * Decides a submission, and notifies the owner, who may change and resubmit a rejected form.
 * @throws ValidationError on `reason` if a rejection has none, on `field_reasons` for unknown fields
 * @throws NotFoundError
 * @throws RuleError `own_submission` (403), `already_decided`, `not_submitted`, `claimed`,
 *   `submission_changed`, `document_unreadable`, `document_unconverted`, `national_id_taken` (409)
 */
export async function reviewKyc(decision: KycDecision): Promise<KycStatus> {
  return transaction((tx) => decideKyc(tx, decision))
}

/** Locks a submission and ends the officer's claim. @throws as `reviewKyc` */
export async function checkKycDecision(tx: Tx, decision: KycDecision): Promise<void> {
  refuseReasons(decision)
  if (decision.officer.id === decision.userId) throw new RuleError('own_submission.kyc', 403)
  const { status, submittedAt } = await lockKyc(tx, decision.userId)
  refuseDecided(status)
  await endClaim(tx, { type: 'kyc', id: decision.userId }, decision.officer)
  refuseUnseen(decision.kyc_submitted_at, submittedAt)
  if (decision.action === 'reject') return
  await refuseUnseenDocuments(tx, decision.userId)
  await refuseSecondAccount(tx, decision.userId)
}

/** Decides in the caller's transaction. @throws as `reviewKyc` */
export async function decideKyc(tx: Tx, decision: KycDecision): Promise<KycStatus> {
  const status = decision.action === 'approve' ? 'approved' : 'rejected'
  const { matched_fields } = decision
  await checkKycDecision(tx, decision)
  const reviewId = await storeDecision(tx, decision, status)
  await recordAudit(tx, {
    actor: decision.officer,
    action: `kyc.${status}`,
    subject: { type: 'user', id: decision.userId },
    before: { kyc_status: 'under_review' },
    after: { kyc_status: status, ...(matched_fields.length > 0 ? { matched_fields } : {}) },
    address: decision.address,
  })
  await tellOwner(tx, decision, reviewId)
  return status
}

function refuseReasons({ action, reason, field_reasons }: KycDecision): void {
  if (action === 'reject' && reason === '') throw new ValidationError({ reason: 'reason_required.kyc' })
  const known: readonly string[] = [...kycFields, ...kycDocumentTypes]
  const strange = Object.keys(field_reasons).find((name) => !known.includes(name))
  if (strange !== undefined)
    throw new ValidationError({ field_reasons: say('kyc_field_unknown', { field: strange }) })
}

function refuseDecided(status: KycStatus): void {
  if (status === 'approved' || status === 'rejected') throw alreadyDecided('kyc')
  if (status !== 'under_review') throw new RuleError('not_submitted', 409)
}

/**
 * Refuses to decide a form that was rejected and resubmitted since the officer opened it.
 * @param seen submission time of the opened form; undefined compares nothing
 */
function refuseUnseen(seen: KycDecision['kyc_submitted_at'], submittedAt: Date | null): void {
  if (seen === undefined) return
  const opened = seen === null ? null : Date.parse(seen)
  if (opened !== (submittedAt?.getTime() ?? null)) throw new RuleError('submission_changed', 409)
}

/** Refuses to approve unreadable or unconverted documents. */
async function refuseUnseenDocuments(tx: Tx, userId: string): Promise<void> {
  const documents = await readKycDocuments(tx.client, userId)
  if (documents.some(({ problem }) => problem !== null)) throw new RuleError('document_unreadable', 409)
  if (documents.some(({ mime_type }) => mime_type === HEIC_TYPE))
    throw new RuleError('document_unconverted', 409)
}

/**
 * Refuses a second approved account of a person. Two pending forms may share a national id; the lock lets a
 * second approval see the first one's commit.
 */
async function refuseSecondAccount(tx: Tx, userId: string): Promise<void> {
  const { national_id } = await readKycForm(tx.client, userId)
  const lock = `national id ${normaliseNationalId(national_id)}`
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${lock}, 0))`.execute(tx.kysely)
  if (await isNationalIdTaken(tx.client, userId, national_id)) throw new RuleError('national_id_taken', 409)
}

/** @returns the id of the decision */
async function storeDecision(tx: Tx, decision: KycDecision, status: KycStatus): Promise<string> {
  const { userId, officer, action, reason, field_reasons, internal_note } = decision
  const moment = decision.decidedAt ?? now()
  const shown = status === 'rejected' ? { reason, fields: field_reasons } : { reason: '', fields: {} }
  await tx.kysely
    .updateTable('profile')
    .set({
      kycStatus: status,
      kycRejectionReason: shown.reason,
      kycFieldReasons: shown.fields,
      kycReviewedAt: moment,
    })
    .where('userId', '=', userId)
    .execute()
  const { id } = await tx.kysely
    .insertInto('kycReview')
    .values({
      userId,
      officerId: officer.id,
      action,
      reason,
      fieldReasons: field_reasons,
      internalNote: internal_note,
      createdAt: moment,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return String(id)
}

function tellOwner(
  tx: Tx,
  { userId, action, reason, field_reasons }: KycDecision,
  occasion: string,
): Promise<void> {
  return action === 'approve'
    ? notify(tx, { userId, occasion, template: 'kyc_approved', data: {} })
    : notify(tx, { userId, occasion, template: 'kyc_rejected', data: { reason, field_reasons } })
}
