import type { Claim, ClaimSubjectType } from '#lib/contract/review/claims.ts'
import { now } from '#lib/core/clock.ts'
import { type Queryable, rows } from '#lib/core/db.ts'

type ClaimRow = {
  id: string
  holderId: string
  username: string
  displayName: string
  claimedAt: Date
  expiresAt: Date
}

/** Who looks at these at that moment, by id. What nobody looks at is not in it. */
export async function readClaims(
  on: Queryable,
  type: ClaimSubjectType,
  ids: readonly string[],
  moment = now(),
): Promise<Map<string, Claim>> {
  if (ids.length === 0) return new Map()
  const found = await rows<ClaimRow>(on, {
    name: 'review-claims',
    text: `SELECT c.subject_id AS id, c.officer_id AS "holderId", u.username,
        coalesce(nullif(p.display_name, ''), u.username) AS "displayName", c.claimed_at AS "claimedAt",
        c.expires_at AS "expiresAt"
      FROM review_claim c JOIN app_user u ON u.id = c.officer_id LEFT JOIN profile p ON p.user_id = c.officer_id
      WHERE c.subject_type = $1::review_subject AND c.subject_id = ANY($2::uuid[]) AND c.expires_at > $3`,
    values: [type, ids, moment],
  })
  return new Map(found.map((row) => [row.id, presentClaim(type, row)]))
}

function presentClaim(type: ClaimSubjectType, row: ClaimRow): Claim {
  return {
    subject_type: type,
    subject_id: row.id,
    holder: { id: row.holderId, username: row.username, display_name: row.displayName },
    claimed_at: row.claimedAt.toISOString(),
    expires_at: row.expiresAt.toISOString(),
  }
}
