import { sql } from 'kysely'
import type { Invariant } from '#lib/domain/ledger/invariants.ts'

/** Stored counts equal the rows that they count (docs/decisions/0003). */
export const accountInvariants: readonly Invariant[] = [
  {
    name: 'people_counted',
    offenders: (books) =>
      books
        .selectFrom('peopleCount as c')
        .fullJoin(
          (eb) =>
            eb
              .selectFrom('appUser')
              .select((u) => [
                'role',
                'isActive',
                'isEmailVerified',
                sql<boolean>`deleted_at IS NOT NULL`.as('isErased'),
                u.fn.countAll<bigint>().as('people'),
              ])
              .groupBy(['role', 'isActive', 'isEmailVerified', sql`deleted_at IS NOT NULL`])
              .as('u'),
          (join) =>
            join
              .onRef('u.role', '=', 'c.role')
              .onRef('u.isActive', '=', 'c.isActive')
              .onRef('u.isEmailVerified', '=', 'c.isEmailVerified')
              .onRef('u.isErased', '=', 'c.isErased'),
        )
        .where((eb) => sql<boolean>`coalesce(${eb.ref('c.people')}, 0) <> coalesce(${eb.ref('u.people')}, 0)`)
        .select((eb) =>
          sql<string>`coalesce(${eb.ref('c.role')}, ${eb.ref('u.role')})
            || CASE WHEN coalesce(${eb.ref('c.isActive')}, ${eb.ref('u.isActive')}) THEN '' ELSE ', inactive' END
            || CASE WHEN coalesce(${eb.ref('c.isEmailVerified')}, ${eb.ref('u.isEmailVerified')}) THEN '' ELSE ', unverified' END
            || CASE WHEN coalesce(${eb.ref('c.isErased')}, ${eb.ref('u.isErased')}) THEN ', erased' ELSE '' END
            || ' has ' || coalesce(${eb.ref('c.people')}, 0) || ', people ' || coalesce(${eb.ref('u.people')}, 0)`.as(
            'what',
          ),
        ),
  },
  {
    name: 'identity_checks_counted',
    offenders: (books) =>
      books
        .selectFrom('identityCount as c')
        .fullJoin(
          (eb) =>
            eb
              .selectFrom('profile')
              .groupBy('kycStatus')
              .select((p) => ['kycStatus', p.fn.countAll<bigint>().as('profiles')])
              .as('p'),
          (join) => join.onRef('p.kycStatus', '=', 'c.kycStatus'),
        )
        .where(
          (eb) => sql<boolean>`coalesce(${eb.ref('c.profiles')}, 0) <> coalesce(${eb.ref('p.profiles')}, 0)`,
        )
        .select((eb) =>
          sql<string>`coalesce(${eb.ref('c.kycStatus')}, ${eb.ref('p.kycStatus')}) || ' has '
            || coalesce(${eb.ref('c.profiles')}, 0) || ', profiles ' || coalesce(${eb.ref('p.profiles')}, 0)`.as(
            'what',
          ),
        ),
  },
]
