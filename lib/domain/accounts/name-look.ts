import unhomoglyph from 'unhomoglyph'
import { type Queryable, rows } from '#lib/core/db.ts'

export const NAME_TAKEN = 'Somebody who dances this month has this name, or one that looks like it.'

/** To be raised with this rule and with Unicode's list in `unhomoglyph`: looks of another version are made anew. */
const VERSION = '1'
/** Characters: one that stands for many may look like several, and an index takes no text without end. */
const LONGEST = 300

/** Beyond Unicode's list: what small print and capitals make alike. */
const ALIKE = [
  [/[iı1|!]/g, 'l'],
  [/0/g, 'o'],
  [/rn/g, 'm'],
  [/vv/g, 'w'],
] as const

/**
 * What a name looks like: two names with the same look are taken for each other. Unicode's list of confusable characters
 * (UTS 39) puts one character for all that look like it, before and after small letters are made of capitals, because a
 * Cyrillic capital may look like a Latin one whose small letters differ.
 */
export function lookOf(name: string): string {
  const small = skeletonOf(skeletonOf(name.normalize('NFKC')).toLowerCase())
  const folded = ALIKE.reduce((text, [alike, one]) => text.replace(alike, one), small)
  return `${VERSION}:${folded}`.slice(0, LONGEST)
}

function skeletonOf(text: string): string {
  const seen = text.normalize('NFD').replace(/\p{Default_Ignorable_Code_Point}/gu, '')
  return unhomoglyph(seen).normalize('NFD')
}

/** SQL: who may be taken for somebody: dancers who have paid for a month that is not closed, or have a video in it. */
const IN_RUNNING_MONTH = `(
  EXISTS (SELECT 1 FROM subscription s JOIN challenge c ON c.id = s.challenge_id
    WHERE s.dancer_id = u.id AND s.status = 'paid' AND c.phase <> 'closed')
  OR EXISTS (SELECT 1 FROM video v JOIN challenge c ON c.id = v.challenge_id
    WHERE v.dancer_id = u.id AND v.kind = 'entry' AND v.status <> 'rejected' AND c.phase <> 'closed'))`

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
  const found = await rows<{ username_look: string; display_name_look: string }>(
    on,
    `SELECT u.username_look, p.display_name_look
     FROM (SELECT id FROM app_user WHERE username_look = ANY ($1)
           UNION SELECT user_id FROM profile WHERE display_name_look = ANY ($1)) AS alike
     JOIN app_user u ON u.id = alike.id JOIN profile p ON p.user_id = u.id
     WHERE u.id IS DISTINCT FROM $2 AND u.is_active AND ${IN_RUNNING_MONTH}`,
    [looks.map(({ look }) => look), except ?? null],
  )
  const taken = new Set(found.flatMap((one) => [one.username_look, one.display_name_look]))
  const fields = new Set(looks.filter(({ look }) => taken.has(look)).map(({ field }) => field))
  return Object.keys(names).filter((field): field is K => fields.has(field))
}

type Nameless = { id: string; username: string; display_name: string }
const BATCH = 500

/**
 * Gives those their looks who have none, or one of an earlier version: people of before the rule.
 * @returns how many
 */
export async function fillLooks(on: Queryable): Promise<number> {
  let filled = 0
  for (;;) {
    const some = await rows<Nameless>(
      on,
      `SELECT u.id, u.username, p.display_name FROM app_user u JOIN profile p ON p.user_id = u.id
       WHERE NOT starts_with(u.username_look, $1) OR NOT starts_with(p.display_name_look, $1) LIMIT $2`,
      [`${VERSION}:`, BATCH],
    )
    await rows(
      on,
      `WITH made AS (SELECT * FROM unnest($1::uuid[], $2::text[], $3::text[]) AS m (id, username_look, display_name_look)),
       shown AS (UPDATE profile p SET display_name_look = m.display_name_look FROM made m WHERE p.user_id = m.id)
       UPDATE app_user u SET username_look = m.username_look FROM made m WHERE u.id = m.id`,
      [
        some.map(({ id }) => id),
        some.map(({ username }) => lookOf(username)),
        some.map(({ display_name }) => lookOf(display_name)),
      ],
    )
    filled += some.length
    if (some.length < BATCH) return filled
  }
}
