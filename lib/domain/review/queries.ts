import { type InferResult, sql } from 'kysely'
import type { Claim, ClaimSubjectType } from '#lib/contract/review/claims.ts'
import { now } from '#lib/core/clock.ts'
import type { Queryable } from '#lib/core/db.ts'
import { kysely } from '#lib/core/kysely.ts'

/** Reads which officer has a claim on each of these at a moment, by id. What nobody has claimed is left out. */
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
    .selectFrom('review_claim as c')
    .innerJoin('app_user as u', 'u.id', 'c.officer_id')
    .leftJoin('profile as p', 'p.user_id', 'c.officer_id')
    .select([
      'c.subject_id as id',
      'c.officer_id',
      'u.username',
      'p.display_name',
      'c.claimed_at',
      'c.expires_at',
    ])
    .where('c.subject_type', '=', type)
    .where('c.subject_id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('c.expires_at', '>', moment)
}

type ClaimRow = InferResult<ReturnType<typeof claimsOn>>[number]

function presentClaim(type: ClaimSubjectType, row: ClaimRow): Claim {
  return {
    subject_type: type,
    subject_id: row.id,
    holder: { id: row.officer_id, username: row.username, display_name: row.display_name || row.username },
    claimed_at: row.claimed_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
  }
}
