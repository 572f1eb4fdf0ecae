import { KYC_INCOMPLETE, type KycStatus } from '#lib/contract/kyc/calls.ts'
import { now } from '#lib/core/clock.ts'
import { firstRow, type Queryable, rows } from '#lib/core/db.ts'
import { RuleError, ValidationError } from '#lib/core/errors.ts'
import { transaction } from '#lib/core/outbox.ts'
import { printsOfNationalId } from './blind-index.ts'
import { lockKyc, refuseAge, refuseLocked } from './commands.ts'
import { findMissing } from './policy.ts'
import { readKycDocuments, readKycForm } from './queries.ts'
import type { KycOwner } from './schema.ts'

/**
 * Hands the form in: from now on it is locked, until officers decide.
 * @throws RuleError `kyc_locked` (409), `kyc_incomplete` (400, with `missing_requirements`)
 * @throws ValidationError on `date_of_birth` and `national_id`
 */
export async function submitKyc(owner: KycOwner): Promise<KycStatus> {
  const moment = now()
  await transaction(async (tx) => {
    refuseLocked(await lockKyc(tx, owner.id))
    const form = await readKycForm(tx.client, owner.id)
    const documents = await readKycDocuments(tx.client, owner.id)
    const missing = findMissing(
      owner.role,
      form,
      documents.map((one) => one.document_type),
    )
    if (missing.fields.length + missing.documents.length > 0)
      throw new RuleError('kyc_incomplete', KYC_INCOMPLETE, 400, { missing_requirements: missing })
    refuseAge(form.date_of_birth, moment)
    await refuseKnownId(tx.client, owner.id, form.national_id)
    await rows(
      tx.client,
      `UPDATE profile SET kyc_status = 'under_review', kyc_submitted_at = $2, kyc_rejection_reason = '',
         kyc_field_reasons = '{}' WHERE user_id = $1`,
      [owner.id, moment],
    )
  })
  return 'under_review'
}

/** One person, one approved account. @throws ValidationError on `national_id` */
async function refuseKnownId(on: Queryable, userId: string, nationalId: string): Promise<void> {
  if (await isIdOfAnother(on, userId, nationalId))
    throw new ValidationError({ national_id: ['This national ID is approved for another account.'] })
}

/** Whether the national id is approved for another person. */
export async function isIdOfAnother(on: Queryable, userId: string, nationalId: string): Promise<boolean> {
  const found = await firstRow(
    on,
    `SELECT 1 FROM kyc_record r JOIN profile p ON p.user_id = r.user_id
     WHERE r.national_id_hash = ANY($2) AND r.user_id <> $1 AND p.kyc_status = 'approved' LIMIT 1`,
    [userId, printsOfNationalId(nationalId)],
  )
  return found !== undefined
}
