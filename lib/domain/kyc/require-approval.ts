import type { Queryable } from '#lib/core/db.ts'
import { RuleError } from '#lib/core/errors.ts'
import { kysely } from '#lib/core/kysely.ts'

/** Requires an approved KYC for a top-up, withdrawal or subscription. @throws RuleError kyc_required (403) */
export async function requireKycApproval(on: Queryable, userId: string): Promise<void> {
  const row = await kysely(on)
    .selectFrom('profile')
    .select('kycStatus')
    .where('userId', '=', userId)
    .executeTakeFirst()
  if (row?.kycStatus !== 'approved') throw new RuleError('kyc_required', 403)
}
