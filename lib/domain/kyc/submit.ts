import { sql } from 'kysely'
import { KYC_INCOMPLETE, type KycStatus } from '#lib/contract/kyc/calls.ts'
import { now } from '#lib/core/clock.ts'
import type { Queryable } from '#lib/core/db.ts'
import { RuleError, ValidationError } from '#lib/core/errors.ts'
import { kysely } from '#lib/core/kysely.ts'
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
    await tx.prisma.profile.updateMany({
      where: { userId: owner.id },
      data: {
        kycStatus: 'under_review',
        kycSubmittedAt: moment,
        kycRejectionReason: '',
        kycFieldReasons: {},
      },
    })
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
  const found = await kysely(on)
    .selectFrom('kyc_record as r')
    .innerJoin('profile as p', 'p.user_id', 'r.user_id')
    .select('r.user_id')
    .where('r.national_id_hash', '=', sql<Buffer>`any(${printsOfNationalId(nationalId)}::bytea[])`)
    .where('r.user_id', '<>', userId)
    .where('p.kyc_status', '=', 'approved')
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}
