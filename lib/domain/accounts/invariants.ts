import { sql } from 'kysely'
import type { Invariant } from '#lib/domain/ledger/invariants.ts'

/** What is kept of people is what there is (docs/decisions/0003). */
export const accountInvariants: readonly Invariant[] = [
  {
    name: 'people_counted',
    offenders: (books) =>
      books
        .selectFrom('people_count as c')
        .fullJoin(
          (eb) =>
            eb
              .selectFrom('app_user')
              .select((u) => [
                'role',
                'is_active',
                'is_email_verified',
                sql<boolean>`deleted_at IS NOT NULL`.as('is_erased'),
                u.fn.countAll<bigint>().as('people'),
              ])
              .groupBy(['role', 'is_active', 'is_email_verified', sql`deleted_at IS NOT NULL`])
              .as('u'),
          (join) =>
            join
              .onRef('u.role', '=', 'c.role')
              .onRef('u.is_active', '=', 'c.is_active')
              .onRef('u.is_email_verified', '=', 'c.is_email_verified')
              .onRef('u.is_erased', '=', 'c.is_erased'),
        )
        .where((eb) => sql<boolean>`coalesce(${eb.ref('c.people')}, 0) <> coalesce(${eb.ref('u.people')}, 0)`)
        .select((eb) =>
          sql<string>`coalesce(${eb.ref('c.role')}, ${eb.ref('u.role')})
            || CASE WHEN coalesce(${eb.ref('c.is_active')}, ${eb.ref('u.is_active')}) THEN '' ELSE ', inactive' END
            || CASE WHEN coalesce(${eb.ref('c.is_email_verified')}, ${eb.ref('u.is_email_verified')}) THEN '' ELSE ', unverified' END
            || CASE WHEN coalesce(${eb.ref('c.is_erased')}, ${eb.ref('u.is_erased')}) THEN ', erased' ELSE '' END
            || ' has ' || coalesce(${eb.ref('c.people')}, 0) || ', people ' || coalesce(${eb.ref('u.people')}, 0)`.as(
            'what',
          ),
        ),
  },
  {
    name: 'identity_checks_counted',
    offenders: (books) =>
      books
        .selectFrom('identity_count as c')
        .fullJoin(
          (eb) =>
            eb
              .selectFrom('profile')
              .groupBy('kyc_status')
              .select((p) => ['kyc_status', p.fn.countAll<bigint>().as('profiles')])
              .as('p'),
          (join) => join.onRef('p.kyc_status', '=', 'c.kyc_status'),
        )
        .where(
          (eb) => sql<boolean>`coalesce(${eb.ref('c.profiles')}, 0) <> coalesce(${eb.ref('p.profiles')}, 0)`,
        )
        .select((eb) =>
          sql<string>`coalesce(${eb.ref('c.kyc_status')}, ${eb.ref('p.kyc_status')}) || ' has '
            || coalesce(${eb.ref('c.profiles')}, 0) || ', profiles ' || coalesce(${eb.ref('p.profiles')}, 0)`.as(
            'what',
          ),
        ),
  },
]
