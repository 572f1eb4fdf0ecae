import { sql } from 'kysely'
import { db } from '#lib/core/db.ts'
import type { KycStatus } from '#lib/core/generated/kysely/tables.ts'
import { kysely } from '#lib/core/kysely.ts'

const SUBMITTED = ['under_review', 'approved', 'rejected'] as const satisfies readonly KycStatus[]

/**
 * Counts the identity checks of dancers and musicians by where they stand. The count of all is kept, and those whom the desk
 * does not list (closed accounts and staff, who are few and have an index) are taken off.
 */
export async function countIdentities(
  statuses: readonly KycStatus[] = SUBMITTED,
): Promise<Map<KycStatus, number>> {
  const all = kysely(db())
    .selectFrom('identity_count as i')
    .where('i.kyc_status', 'in', statuses)
    .select((eb) => ['i.kyc_status', eb.cast<bigint>('i.profiles', 'int8').as('count')])
  const unlisted = kysely(db())
    .selectFrom('app_user as u')
    .innerJoin('profile as p', 'p.user_id', 'u.id')
    // As the index app_user_unlisted has it.
    .where(
      (eb) => sql<boolean>`(${eb.ref('u.deleted_at')} IS NOT NULL
      OR ${eb.ref('u.role')} IN ('compliance_officer', 'super_admin'))`,
    )
    .where('p.kyc_status', 'in', statuses)
    .groupBy('p.kyc_status')
    .select(['p.kyc_status', sql<bigint>`-count(*)`.as('count')])
  const counted = await kysely(db())
    .selectFrom(all.unionAll(unlisted).as('c'))
    .groupBy('c.kyc_status')
    .select((eb) => ['c.kyc_status', eb.cast<number>(eb.fn.sum('c.count'), 'int4').as('count')])
    .execute()
  return new Map(counted.map(({ kyc_status, count }) => [kyc_status, count]))
}
