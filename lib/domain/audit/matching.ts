import { type Expression, sql } from 'kysely'
import type { AuditFilters } from '#lib/contract/audit/calls.ts'
import { auditGroupNames, auditGroups } from '#lib/contract/audit/constants.ts'
import { nairobiMidnight } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import { isUuid } from '#lib/core/ids.ts'
import { kysely } from '#lib/core/kysely.ts'
import { wordsOf } from '#lib/core/like-pattern.ts'
import { peopleNamed } from './people-named.ts'
import { amountOfSubject, nameOfSubject, uuidOf } from './subjects.ts'

const fullAudit = () =>
  kysely(db())
    .selectFrom('auditEvent as e')
    .leftJoin('appUser as u', 'u.id', 'e.actorId')
    .leftJoin('auditSeal as s', 's.eventId', 'e.id')

export type Matching = ReturnType<typeof fullAudit>

/** Name shown as the actor of automatic changes. */
export const SYSTEM = 'System'

/** Rows matching the filters as `e`, with actor `u` and seal `s`. */
export function matching({ actor, action, from, to, search }: AuditFilters): Matching {
  let found = fullAudit()
  if (actor && isUuid(actor)) found = found.where('e.actorId', '=', actor)
  else if (actor)
    found = found.where((eb) => {
      const named = eb('e.actorId', '=', sql<string>`any(array(${peopleNamed(wordsOf(actor))}))`)
      const isSystem = SYSTEM.toLowerCase().includes(actor.toLowerCase())
      return isSystem ? eb.or([named, eb('e.actorId', 'is', null)]) : named
    })
  const group = auditGroupNames.find((name) => name === action)
  if (group) found = found.where('e.action', 'in', auditGroups[group])
  else if (action)
    found = found.where((eb) =>
      eb.or([eb('e.action', '=', action), eb.fn<boolean>('starts_with', ['e.action', eb.val(`${action}.`)])]),
    )
  if (from) found = found.where('e.at', '>=', startOf(from))
  if (to) found = found.where('e.at', '<', endOf(to))
  return search ? searched(found, search) : found
}

const rows = () => kysely(db()).selectFrom('auditEvent as w').select('w.id')

/**
 * Searches the row's text, its actor, its subject, and the reference and amount of its money. Each part of
 * the union uses an index.
 */
function searched(found: Matching, typed: string): Matching {
  const words = wordsOf(typed)
  const shillings = shillingsOf(typed)
  let all = byText(words)
    .union(byActor(words))
    .union(byPerson(words))
    .union(byWork(words))
    .union(byMoney(words, shillings))
  // Amounts are recorded without the commas of the display.
  if (shillings !== null && shillings !== typed) all = all.union(byText(wordsOf(shillings)))
  // The ids are an array, because the planner would read the whole audit for a join with many expected rows.
  return found.where('e.id', '=', sql<bigint>`any(array(${all}))`)
}

/** Reads an amount as displayed (`KES 5,000`) into plain digits; null for other text. */
function shillingsOf(typed: string): string | null {
  const [, digits = ''] = /^(?:kes)?\s*(\d{1,3}(?:,\d{3})+|\d+)(?:\.00?)?$/i.exec(typed.trim()) ?? []
  return digits === '' || digits.length > 15 ? null : digits.replaceAll(',', '')
}

function byText(words: Expression<string>) {
  return rows()
    .where(
      (eb) =>
        sql<string>`${eb.ref('w.action')} || ' ' || replace(${eb.ref('w.action')}, '_', ' ') || ' ' || ${eb.ref('w.subjectId')}
          || ' ' || ${eb.ref('w.address')} || ' ' || coalesce(${eb.ref('w.before')}::text, '') || ' '
          || coalesce(${eb.ref('w.after')}::text, '')`,
      'ilike',
      words,
    )
    .where((eb) =>
      eb.or([
        eb('w.action', 'ilike', words),
        eb(eb.fn<string>('replace', ['w.action', sql.lit('_'), sql.lit(' ')]), 'ilike', words),
        eb('w.subjectId', 'ilike', words),
        eb('w.address', 'ilike', words),
        eb(eb.cast<string>('w.before', 'text'), 'ilike', words),
        eb(eb.cast<string>('w.after', 'text'), 'ilike', words),
      ]),
    )
}

function byActor(words: Expression<string>) {
  // OFFSET 0 forces a lookup by actor; the planner expects many rows per actor and would otherwise read all.
  return kysely(db())
    .selectFrom(peopleNamed(words).as('n'))
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('auditEvent')
          .select('auditEvent.id')
          .whereRef('actorId', '=', 'n.id')
          .offset(sql.lit(0))
          .as('w'),
      (join) => join.onTrue(),
    )
    .select('w.id')
}

/** Rows whose subject is a person with the words in the username. */
function byPerson(words: Expression<string>) {
  return rows().where(
    'w.subjectId',
    'in',
    kysely(db())
      .selectFrom(peopleNamed(words).as('n'))
      .select((eb) => eb.cast<string>('n.id', 'text').as('id')),
  )
}

/** Rows whose subject is a track, video or month with the words in its title, or a signal of such a video. */
function byWork(words: Expression<string>) {
  const books = kysely(db())
  const videos = () => books.selectFrom('video').where('title', 'ilike', words)
  const works = videos()
    .select((eb) => eb.cast<string>('id', 'text').as('id'))
    .unionAll(
      books
        .selectFrom('track')
        .where('title', 'ilike', words)
        .select((eb) => eb.cast<string>('id', 'text').as('id')),
    )
    .unionAll(
      books
        .selectFrom('challenge')
        .where('title', 'ilike', words)
        .select((eb) => eb.cast<string>('id', 'text').as('id')),
    )
    .unionAll(
      books
        .selectFrom('fraudSignal')
        .where('videoId', 'in', videos().select('id'))
        .select((eb) => eb.cast<string>('id', 'text').as('id')),
    )
  return rows().where('w.subjectId', 'in', works)
}

/**
 * Rows about money with the words in its reference, or of that amount. Compares every row about money; these
 * are few.
 */
function byMoney(words: Expression<string>, shillings: string | null) {
  return kysely(db())
    .selectFrom(
      rows()
        .select(['w.subjectType', 'w.subjectId'])
        .select((eb) => uuidOf(eb.ref('w.subjectId')).as('subjectUuid'))
        .where('w.action', 'in', auditGroups.money)
        .as('p'),
    )
    .where((eb) => {
      const isNamed = sql<boolean>`${nameOfSubject()} ILIKE ${words}`
      return shillings === null
        ? isNamed
        : eb.or([isNamed, sql<boolean>`${amountOfSubject()} = ${shillings}::bigint * 100`])
    })
    .select('p.id')
}

const DAY = /^\d{4}-\d{2}-\d{2}$/

/** Reads a time, or a day as its midnight in Nairobi. */
function startOf(value: string, plusDays = 0): Date {
  return DAY.test(value) ? nairobiMidnight(value, plusDays) : new Date(value)
}

function endOf(value: string): Date {
  // A time includes its own millisecond, a day its last one.
  return DAY.test(value) ? startOf(value, 1) : new Date(new Date(value).getTime() + 1)
}
