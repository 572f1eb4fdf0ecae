import { type ExpressionBuilder, sql } from 'kysely'
import unhomoglyph from 'unhomoglyph'
import type { Queryable } from '#lib/core/db.ts'
import type { DB } from '#lib/core/generated/kysely/tables.ts'
import { anyOf, kysely } from '#lib/core/kysely.ts'

/** Raise it with each change of this rule or of Unicode's list in `unhomoglyph`: looks of another version are computed again. */
const VERSION = '2'
/** Characters: one that stands for many may look like several, and an index takes no text without end. */
const LONGEST = 300

/** Beyond Unicode's list: what small print and capitals make alike, and marks that people pass over. */
const ALIKE = [
  // At the end of a word it is a mark, inside one it stands for a letter.
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
 * What a name looks like: two names with the same look are taken for each other. Unicode's list of confusable characters
 * (UTS 39) puts one character for all that look like it, before and after small letters are made of capitals, because a
 * Cyrillic capital may look like a Latin one whose small letters differ.
 */
export function lookOf(name: string): string {
  const small = skeletonOf(skeletonOf(name.normalize('NFKC')).toLowerCase())
  const folded = ALIKE.reduce((text, [alike, one]) => text.replace(alike, one), small).trim()
  // A name of marks alone is told by them.
  return `${VERSION}:${folded || small}`.slice(0, LONGEST)
}

/** One character for all that look like it (UTS 39), decomposed. */
export function skeletonOf(text: string): string {
  const seen = text.normalize('NFD').replace(/\p{Default_Ignorable_Code_Point}/gu, '')
  return unhomoglyph(seen).normalize('NFD')
}

type Users = ExpressionBuilder<DB & { u: DB['appUser'] }, 'u'>

/** SQL: whether a user dances in a month that is not closed: they have paid for it, or have a video in it. */
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
 * Which of these names belong to, or look like that of, somebody else who dances in a running month: by the name they
 * signed up with or the one they show.
 * @param except whose own names do not count
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
 * Fills in the looks of users who have none, or one of an earlier version. Who was erased keeps none. Whoever changes a name
 * meanwhile has written its look, which stays.
 * @returns for how many it was looked
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
