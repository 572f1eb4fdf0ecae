import type { RoleName } from '#lib/contract/call.ts'
import type { KycStatus } from '#lib/contract/kyc/calls.ts'
import type { KycSubmissionItem, KycSubmissionsPage, KycSubmissionsQuery } from '#lib/contract/kyc/review.ts'
import type { Claim } from '#lib/contract/review/claims.ts'
import { db, firstRow, rows } from '#lib/core/db.ts'
import { containing } from '#lib/core/like-pattern.ts'
import { makePage, rowsOfPage } from '#lib/core/paging.ts'
import { readClaims } from '#lib/domain/review/queries.ts'
import { printsOfName, printsOfNationalId } from './blind-index.ts'
import { openForm } from './queries.ts'

/** Whose KYC it is, as officers see it. */
export type SubmissionRow = {
  id: string
  username: string
  email: string
  role: RoleName
  displayName: string
  accountName: string
  status: KycStatus
  submittedAt: Date | null
  reviewedAt: Date | null
  rejections: number
  /** The newest decision; null before the first, and while it waits for the next. */
  decision: { by: string; note: string } | null
  reason: string
  /** Null where no field was ever saved. */
  sealed: Uint8Array | null
}

/** Columns of SubmissionRow over `submissionJoins`. */
export const submissionColumns = `u.id, u.username, u.email, u.role::text AS role,
  coalesce(nullif(p.display_name, ''), u.username) AS "displayName",
  trim(u.first_name || ' ' || u.last_name) AS "accountName", p.kyc_status::text AS status,
  p.kyc_submitted_at AS "submittedAt", p.kyc_reviewed_at AS "reviewedAt", r.sealed,
  (SELECT count(*)::int FROM kyc_review v WHERE v.user_id = u.id AND v.action = 'reject') AS rejections,
  p.kyc_rejection_reason AS reason, CASE WHEN p.kyc_status IN ('approved', 'rejected') THEN (
    SELECT json_build_object('by', o.username, 'note', v.internal_note) FROM kyc_review v JOIN app_user o ON o.id = v.officer_id
      WHERE v.user_id = u.id ORDER BY v.created_at DESC, v.id DESC LIMIT 1) END AS decision`

/** Staff have no KYC, and those who have left are nobody any more. */
export const submissionJoins = `FROM profile p JOIN app_user u ON u.id = p.user_id
    AND u.role IN ('dancer', 'copyright_owner') AND u.deleted_at IS NULL
  LEFT JOIN kyc_record r ON r.user_id = u.id`

const orders: Readonly<Record<KycSubmissionsQuery['ordering'], string>> = {
  '-kyc_submitted_at': 'p.kyc_submitted_at DESC NULLS LAST, u.id DESC',
  kyc_submitted_at: 'p.kyc_submitted_at NULLS LAST, u.id',
  '-reviewed_at': 'p.kyc_reviewed_at DESC NULLS LAST, u.id DESC',
  reviewed_at: 'p.kyc_reviewed_at NULLS LAST, u.id',
}

/**
 * A page of what was handed in. Ties are broken by id, so that pages never repeat or skip a row.
 * @throws NotFoundError 'Invalid page.' past the end
 */
export async function listSubmissions(query: KycSubmissionsQuery): Promise<KycSubmissionsPage> {
  const { page, page_size, ordering } = query
  const { where, values } = filterOf(query)
  const counted = await firstRow<{ count: number }>(
    db(),
    `SELECT count(*)::int AS count ${submissionJoins} WHERE ${where}`,
    values,
  )
  const count = counted?.count ?? 0
  const { limit, offset } = rowsOfPage(count, page, page_size)
  const found = await rows<SubmissionRow>(
    db(),
    `SELECT ${submissionColumns} ${submissionJoins} WHERE ${where}
     ORDER BY ${orders[ordering]}
     LIMIT $${values.length + 1} OFFSET $${values.length + 2}`,
    [...values, limit, offset],
  )
  const ids = found.map(({ id }) => id)
  const claims = await readClaims(db(), 'kyc', ids)
  const { kyc_status, search } = query
  return makePage(
    '/users/compliance/kyc-submissions/',
    { kyc_status, search, ordering, page_size },
    { count, page, page_size },
    found.map((row) => presentSubmission(row, claims.get(row.id) ?? null)),
  )
}

export function presentSubmission(row: SubmissionRow, claim: Claim | null): KycSubmissionItem {
  const { full_name } = openForm(row.id, row.sealed)
  const { id, username, email, role, displayName: display_name } = row
  return {
    id,
    user: { id, username, email, role, display_name },
    full_name: full_name || row.accountName || display_name,
    kyc_submitted_at: row.submittedAt?.toISOString() ?? null,
    kyc_status: row.status,
    kyc_reviewed_at: row.reviewedAt?.toISOString() ?? null,
    reviewed_by: row.decision?.by ?? null,
    reviewed_at: row.decision ? (row.reviewedAt?.toISOString() ?? null) : null,
    rejection_reason: row.reason,
    internal_note: row.decision?.note ?? '',
    rejections: row.rejections,
    claim,
  }
}

/** Everything that was handed in; `pending` is the part of it that is not decided (docs/api.md, Profile and KYC). */
function statusesOf(asked: KycSubmissionsQuery['kyc_status']): KycStatus[] {
  if (asked === undefined) return ['under_review', 'approved', 'rejected']
  if (asked === 'decided') return ['approved', 'rejected']
  return [asked === 'pending' ? 'under_review' : asked]
}

function filterOf({ kyc_status, search }: KycSubmissionsQuery): { where: string; values: unknown[] } {
  const values: unknown[] = [statusesOf(kyc_status)]
  const place = (value: unknown) => `$${values.push(value)}`
  const byStatus = 'p.kyc_status = ANY($1::kyc_status[])'
  if (search === '') return { where: byStatus, values }
  const typed = place(containing(search))
  const names = ['u.username', 'u.email', 'p.display_name', `u.first_name || ' ' || u.last_name`]
  const found = names.map((name) => `${name} ILIKE ${typed}`)
  found.push(`r.national_id_hash = ANY(${place(printsOfNationalId(search))}::bytea[])`)
  found.push(`(p.kyc_status IN ('approved', 'rejected') AND u.id IN (SELECT v.user_id FROM kyc_review v
    JOIN app_user o ON o.id = v.officer_id WHERE o.username ILIKE ${typed}))`)
  const words = printsOfName(search)
  if (words.length > 0)
    found.push(`(${words.map((prints) => `r.name_hashes && ${place(prints)}::bytea[]`).join(' AND ')})`)
  return { where: `${byStatus} AND (${found.join(' OR ')})`, values }
}
