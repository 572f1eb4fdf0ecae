import type { Queryable } from '#lib/core/db.ts'
import { RuleError } from '#lib/core/errors.ts'
import { kysely } from '#lib/core/kysely.ts'

/**
 * Lets nobody but the approved pass: docs/api.md, Wallets (top-up, withdrawal and subscription).
 * @throws RuleError kyc_required (403)
 */
export async function requireKycApproval(on: Queryable, userId: string): Promise<void> {
  const profile = await kysely(on)
    .selectFrom('profile')
    .select('kyc_status')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (profile?.kyc_status !== 'approved')
    throw new RuleError('kyc_required', 'KYC approval is required.', 403)
}
