import { type ExpressionBuilder, sql } from 'kysely'
import unhomoglyph from 'unhomoglyph'
import type { Queryable } from '#lib/core/db.ts'
import type { DB } from '#lib/core/generated/kysely/tables.ts'
import { anyOf, kysely } from '#lib/core/kysely.ts'

/**
 * Raise this when `lookOf` or Unicode's list in `unhomoglyph` changes: looks of older versions are then
 * recomputed.
 */
const VERSION = '2'
/** Most characters of a look: a name's character may expand to several, and an index limits the length. */
const LONGEST = 300

/**
 * Replacements beyond Unicode's list: look-alikes in small print and capitals, and marks that readers skip.
 */
const ALIKE = [
  // `!` is a mark at the end of a word, and a letter inside one.
  [/!+(?![\p{L}\p{N}])/gu, ''],
  [/[iı1|!]/g, 'l'],
  [/0/g, 'o'],
  [/rn/g, 'm'],
  [/vv/g, 'w'],
  [/[\p{Pd}\p{Pc}/\\]+/gu, ' '],
  [/\p{P}+/gu, ''],
  [/\p{White_Space}+/gu, ' '],
] as const

/**
 * Returns a name's look: people confuse names of equal looks. Maps each character to one of Unicode's list of
 * confusables (UTS 39), before and after lower case: a Cyrillic capital may look Latin while its small letter
 * does not.
 */
export function lookOf(name: string): string {
  const small = skeletonOf(skeletonOf(name.normalize('NFKC')).toLowerCase())
  const folded = ALIKE.reduce((text, [alike, one]) => text.replace(alike, one), small).trim()
  // A name that has only marks keeps them.
  return `${VERSION}:${folded || small}`.slice(0, LONGEST)
}

/** Replaces characters that look alike by one of them (UTS 39), decomposed. */
export function skeletonOf(text: string): string {
  const seen = text.normalize('NFD').replace(/\p{Default_Ignorable_Code_Point}/gu, '')
  return unhomoglyph(seen).normalize('NFD')
}

type Users = ExpressionBuilder<DB & { u: DB['appUser'] }, 'u'>

/** SQL: whether a user has paid for, or has a video in, a month that is not closed. */
const dancesNow = (eb: Users) =>
  eb.or([
    eb.exists(
      eb
        .selectFrom('subscription as s')
        .innerJoin('challenge as c', 'c.id', 's.challengeId')
        .whereRef('s.dancerId', '=', 'u.id')
        .where('s.status', '=', 'paid')
        .where('c.phase', '<>', 'closed'),
    ),
    eb.exists(
      eb
        .selectFrom('video as v')
        .innerJoin('challenge as c', 'c.id', 'v.challengeId')
        .whereRef('v.dancerId', '=', 'u.id')
        .where('v.kind', '=', 'entry')
        .where('v.status', '<>', 'rejected')
        .where('c.phase', '<>', 'closed'),
    ),
  ])

/**
 * Returns the keys of the names that equal or look like the username or display name of another dancer of a
 * running month.
 * @param except a user whose own names do not count
 */
export async function namesTaken<K extends string>(
  on: Queryable,
  names: Readonly<Record<K, string>>,
  except?: string,
): Promise<K[]> {
  const looks = Object.entries<string>(names).map(([field, name]) => ({ field, look: lookOf(name) }))
  const any = anyOf(looks.map(({ look }) => look))
  const found = await kysely(on)
    .selectFrom((eb) =>
      eb
        .selectFrom('appUser')
        .select('id')
        .where('usernameLook', '=', any)
        .union(eb.selectFrom('profile').select('userId as id').where('displayNameLook', '=', any))
        .as('alike'),
    )
    .innerJoin('appUser as u', 'u.id', 'alike.id')
    .innerJoin('profile as p', 'p.userId', 'u.id')
    .select(['u.usernameLook', 'p.displayNameLook'])
    .where('u.id', 'is distinct from', except ?? null)
    .where('u.isActive', '=', true)
    .where(dancesNow)
    .execute()
  const taken = new Set(found.flatMap((one) => [one.usernameLook, one.displayNameLook]))
  const fields = new Set(looks.filter(({ look }) => taken.has(look)).map(({ field }) => field))
  return Object.keys(names).filter((field): field is K => fields.has(field))
}

const BATCH = 500

/**
 * Fills looks that are missing or of an earlier version, except of erased accounts. A concurrent rename wins.
 * @returns how many users were checked
 */
export async function fillLooks(on: Queryable): Promise<number> {
  let filled = 0
  for (;;) {
    const some = await findWithoutLooks(on)
    await writeLooks(on, some)
    filled += some.length
    if (some.length < BATCH) return filled
  }
}

type Named = { id: string; username: string; displayName: string }

function findWithoutLooks(on: Queryable): Promise<Named[]> {
  const current = `${VERSION}:`
  return kysely(on)
    .selectFrom('appUser as u')
    .innerJoin('profile as p', 'p.userId', 'u.id')
    .select(['u.id', 'u.username', 'p.displayName'])
    .where((eb) =>
      eb.or([
        eb.not(eb.fn<boolean>('starts_with', ['u.usernameLook', eb.val(current)])),
        eb.not(eb.fn<boolean>('starts_with', ['p.displayNameLook', eb.val(current)])),
      ]),
    )
    .where('u.deletedAt', 'is', null)
    .limit(BATCH)
    .execute()
}

async function writeLooks(on: Queryable, users: readonly Named[]): Promise<void> {
  const looks = sql<Named & { usernameLook: string; displayNameLook: string }>`(
    SELECT * FROM unnest(${users.map(({ id }) => id)}::uuid[],
      ${users.map(({ username }) => username)}::text[], ${users.map(({ username }) => lookOf(username))}::text[],
      ${users.map(({ displayName }) => displayName)}::text[], ${users.map(({ displayName }) => lookOf(displayName))}::text[])
      AS l (id, username, username_look, display_name, display_name_look))`
  await kysely(on)
    .with('made', (qb) => qb.selectFrom(looks.as('l')).selectAll())
    .with('shown', (qb) =>
      qb
        .updateTable('profile as p')
        .from('made as m')
        .set((eb) => ({ displayNameLook: eb.ref('m.displayNameLook') }))
        .whereRef('p.userId', '=', 'm.id')
        .whereRef('p.displayName', '=', 'm.displayName'),
    )
    .updateTable('appUser as u')
    .from('made as m')
    .set((eb) => ({ usernameLook: eb.ref('m.usernameLook') }))
    .whereRef('u.id', '=', 'm.id')
    .whereRef('u.username', '=', 'm.username')
    .execute()
}
