import { type ExpressionBuilder, type InferResult, sql } from 'kysely'
import type { KycSubmissionItem } from '#lib/contract/kyc/review.ts'
import type { Claim } from '#lib/contract/review/claims.ts'
import type { Queryable } from '#lib/core/db.ts'
import type { DB } from '#lib/core/generated/kysely/tables.ts'
import { kysely } from '#lib/core/kysely.ts'
import { openForm } from './queries.ts'

/** Selects the KYC of all dancers and musicians, without any column yet. Staff have none, and closed accounts are left out. */
export function selectSubmissions(on: Queryable) {
  return kysely(on)
    .selectFrom('profile as p')
    .innerJoin('app_user as u', 'u.id', 'p.user_id')
    .leftJoin('kyc_record as r', 'r.user_id', 'u.id')
    .where('u.role', 'in', ['dancer', 'copyright_owner'])
    .where('u.deleted_at', 'is', null)
}

export type Submissions = ReturnType<typeof selectSubmissions>

type Tables = DB & { p: DB['profile']; u: DB['app_user'] }

/** The newest decision on a submission with the officer who took it. It has none while it is under review again. */
const newestDecision = (eb: ExpressionBuilder<Tables, 'p' | 'u'>) =>
  eb
    .selectFrom('kyc_review as v')
    .innerJoin('app_user as o', 'o.id', 'v.officer_id')
    .whereRef('v.user_id', '=', 'u.id')
    .where('p.kyc_status', 'in', ['approved', 'rejected'])
    .orderBy('v.created_at', 'desc')
    .orderBy('v.id', 'desc')
    .limit(1)

/** Adds the columns that `presentSubmission` reads. */
export function withColumns(submissions: Submissions) {
  return submissions
    .select(['u.id', 'u.username', 'u.email', 'u.role', 'r.sealed'])
    .select(['p.kyc_status', 'p.kyc_submitted_at', 'p.kyc_reviewed_at', 'p.kyc_rejection_reason'])
    .select((eb) => [
      sql<string>`coalesce(nullif(${eb.ref('p.display_name')}, ''), ${eb.ref('u.username')})`.as(
        'display_name',
      ),
      sql<string>`trim(${eb.ref('u.first_name')} || ' ' || ${eb.ref('u.last_name')})`.as('account_name'),
      eb
        .selectFrom('kyc_review as v')
        .select((v) => v.cast<number>(v.fn.countAll(), 'int4').as('count'))
        .whereRef('v.user_id', '=', 'u.id')
        .where('v.action', '=', 'reject')
        .$asScalar()
        .$notNull()
        .as('rejections'),
      newestDecision(eb).select('o.username').as('officer'),
      newestDecision(eb).select('v.internal_note').as('internal_note'),
    ])
}

type SubmissionRow = InferResult<ReturnType<typeof withColumns>>[number]

/** Presents a submission as the officers' list shows it. @param claim who looks at it now */
export function presentSubmission(row: SubmissionRow, claim: Claim | null): KycSubmissionItem {
  const { id, username, email, role, display_name, officer } = row
  const { full_name } = openForm(id, row.sealed)
  const reviewedAt = row.kyc_reviewed_at?.toISOString() ?? null
  return {
    id,
    user: { id, username, email, role, display_name },
    full_name: full_name || row.account_name || display_name,
    kyc_submitted_at: row.kyc_submitted_at?.toISOString() ?? null,
    kyc_status: row.kyc_status,
    kyc_reviewed_at: reviewedAt,
    reviewed_by: officer,
    reviewed_at: officer === null ? null : reviewedAt,
    rejection_reason: row.kyc_rejection_reason,
    internal_note: row.internal_note ?? '',
    rejections: row.rejections,
    claim,
  }
}
