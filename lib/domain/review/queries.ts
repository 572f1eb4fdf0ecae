import type { InferResult } from 'kysely'
import type { Claim, ClaimSubjectType } from '#lib/contract/review/claims.ts'
import { now } from '#lib/core/clock.ts'
import type { Queryable } from '#lib/core/db.ts'
import { anyOf, kysely } from '#lib/core/kysely.ts'

/** Returns claims by subject; unclaimed subjects are absent. */
export async function readClaims(
  on: Queryable,
  type: ClaimSubjectType,
  ids: readonly string[],
  moment = now(),
): Promise<Map<string, Claim>> {
  if (ids.length === 0) return new Map()
  const found = await claimsOn(on, type, ids, moment).execute()
  return new Map(found.map((row) => [row.id, presentClaim(type, row)]))
}

function claimsOn(on: Queryable, type: ClaimSubjectType, ids: readonly string[], moment: Date) {
  return kysely(on)
    .selectFrom('reviewClaim as c')
    .innerJoin('appUser as u', 'u.id', 'c.officerId')
    .leftJoin('profile as p', 'p.userId', 'c.officerId')
    .select(['c.subjectId as id', 'c.officerId', 'u.username', 'p.displayName', 'c.claimedAt', 'c.expiresAt'])
    .where('c.subjectType', '=', type)
    .where('c.subjectId', '=', anyOf(ids))
    .where('c.expiresAt', '>', moment)
}

type ClaimRow = InferResult<ReturnType<typeof claimsOn>>[number]

function presentClaim(type: ClaimSubjectType, row: ClaimRow): Claim {
  return {
    subject_type: type,
    subject_id: row.id,
    holder: { id: row.officerId, username: row.username, display_name: row.displayName || row.username },
    claimed_at: row.claimedAt.toISOString(),
    expires_at: row.expiresAt.toISOString(),
  }
}
