import { type ExpressionBuilder, type InferResult, sql } from 'kysely'
import type { KycSubmissionItem } from '#lib/contract/kyc/review.ts'
import type { Claim } from '#lib/contract/review/claims.ts'
import type { Queryable } from '#lib/core/db.ts'
import type { DB } from '#lib/core/generated/kysely/tables.ts'
import { kysely } from '#lib/core/kysely.ts'
import { openForm } from './queries.ts'

/** Selects the KYC of dancers and musicians, without closed accounts. */
export function selectSubmissions(on: Queryable) {
  return kysely(on)
    .selectFrom('profile as p')
    .innerJoin('appUser as u', 'u.id', 'p.userId')
    .leftJoin('kycRecord as r', 'r.userId', 'u.id')
    .where('u.role', 'in', ['dancer', 'copyright_owner'])
    .where('u.deletedAt', 'is', null)
}

export type Submissions = ReturnType<typeof selectSubmissions>

type Tables = DB & { p: DB['profile']; u: DB['appUser'] }

/** SQL: the newest decision with its officer; none while the form is under review again. */
const newestDecision = (eb: ExpressionBuilder<Tables, 'p' | 'u'>) =>
  eb
    .selectFrom('kycReview as v')
    .innerJoin('appUser as o', 'o.id', 'v.officerId')
    .whereRef('v.userId', '=', 'u.id')
    .where('p.kycStatus', 'in', ['approved', 'rejected'])
    .orderBy('v.createdAt', 'desc')
    .orderBy('v.id', 'desc')
    .limit(1)

/** Selects the columns for `presentSubmission`. */
export function withColumns(submissions: Submissions) {
  return submissions
    .select(['u.id', 'u.username', 'u.email', 'u.role', 'r.sealed'])
    .select(['p.kycStatus', 'p.kycSubmittedAt', 'p.kycReviewedAt', 'p.kycRejectionReason'])
    .select((eb) => [
      sql<string>`coalesce(nullif(${eb.ref('p.displayName')}, ''), ${eb.ref('u.username')})`.as(
        'displayName',
      ),
      sql<string>`trim(${eb.ref('u.firstName')} || ' ' || ${eb.ref('u.lastName')})`.as('accountName'),
      eb
        .selectFrom('kycReview as v')
        .select((v) => v.cast<number>(v.fn.countAll(), 'int4').as('count'))
        .whereRef('v.userId', '=', 'u.id')
        .where('v.action', '=', 'reject')
        .$asScalar()
        .$notNull()
        .as('rejections'),
      newestDecision(eb).select('o.username').as('officer'),
      newestDecision(eb).select('v.internalNote').as('internalNote'),
    ])
}

type SubmissionRow = InferResult<ReturnType<typeof withColumns>>[number]

/** @param claim of the officer who views the submission now */
export function presentSubmission(row: SubmissionRow, claim: Claim | null): KycSubmissionItem {
  const { id, username, email, role, displayName, officer } = row
  const { full_name } = openForm(id, row.sealed)
  const reviewedAt = row.kycReviewedAt?.toISOString() ?? null
  return {
    id,
    user: { id, username, email, role, display_name: displayName },
    full_name: full_name || row.accountName || displayName,
    kyc_submitted_at: row.kycSubmittedAt?.toISOString() ?? null,
    kyc_status: row.kycStatus,
    kyc_reviewed_at: reviewedAt,
    reviewed_by: officer,
    reviewed_at: officer === null ? null : reviewedAt,
    rejection_reason: row.kycRejectionReason,
    internal_note: row.internalNote ?? '',
    rejections: row.rejections,
    claim,
  }
}
