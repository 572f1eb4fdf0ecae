import { firstRow, type Queryable } from '#lib/core/db.ts'
import { RuleError } from '#lib/core/errors.ts'

/**
 * Lets nobody but the approved pass: design/api.md, Wallets (top-up, withdrawal and subscription).
 * @throws RuleError kyc_required (403)
 */
export async function requireKycApproval(on: Queryable, userId: string): Promise<void> {
  const row = await firstRow<{ is_approved: boolean }>(on, {
    name: 'kyc-is-approved',
    text: `SELECT kyc_status = 'approved' AS is_approved FROM profile WHERE user_id = $1`,
    values: [userId],
  })
  if (!row?.is_approved) throw new RuleError('kyc_required', 'KYC approval is required.', 403)
}
