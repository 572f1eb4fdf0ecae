import { sql } from 'kysely'
import { db } from '#lib/core/db.ts'
import type { KycStatus } from '#lib/core/generated/kysely/tables.ts'
import { kysely } from '#lib/core/kysely.ts'

const SUBMITTED = ['under_review', 'approved', 'rejected'] as const satisfies readonly KycStatus[]

/**
 * Identity checks by state: the stored total minus unlisted users (closed accounts and staff, who are few and
 * indexed).
 */
export async function countIdentities(
  statuses: readonly KycStatus[] = SUBMITTED,
): Promise<Map<KycStatus, number>> {
  const all = kysely(db())
    .selectFrom('identityCount as i')
    .where('i.kycStatus', 'in', statuses)
    .select((eb) => ['i.kycStatus', eb.cast<bigint>('i.profiles', 'int8').as('count')])
  const unlisted = kysely(db())
    .selectFrom('appUser as u')
    .innerJoin('profile as p', 'p.userId', 'u.id')
    // Same condition as the index app_user_unlisted.
    .where(
      (eb) => sql<boolean>`(${eb.ref('u.deletedAt')} IS NOT NULL
      OR ${eb.ref('u.role')} IN ('compliance_officer', 'super_admin'))`,
    )
    .where('p.kycStatus', 'in', statuses)
    .groupBy('p.kycStatus')
    .select(['p.kycStatus', sql<bigint>`-count(*)`.as('count')])
  const counted = await kysely(db())
    .selectFrom(all.unionAll(unlisted).as('c'))
    .groupBy('c.kycStatus')
    .select((eb) => ['c.kycStatus', eb.cast<number>(eb.fn.sum('c.count'), 'int4').as('count')])
    .execute()
  return new Map(counted.map(({ kycStatus, count }) => [kycStatus, count]))
}
