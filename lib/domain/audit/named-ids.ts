import { sql } from 'kysely'
import { db } from '#lib/core/db.ts'
import { isUuid } from '#lib/core/ids.ts'
import { anyOf, kysely } from '#lib/core/kysely.ts'

/** The distinct UUIDs in values, at any depth. */
export function idsIn(values: readonly unknown[]): string[] {
  const found = new Set<string>()
  const look = (value: unknown): void => {
    if (typeof value === 'string') {
      if (isUuid(value)) found.add(value)
    } else if (value !== null && typeof value === 'object')
      for (const inner of Object.values(value)) look(inner)
  }
  for (const value of values) look(value)
  return [...found]
}

/**
 * Returns the usernames, titles and references of money of these ids. An erased user has the replaced name.
 */
export async function readNames(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const books = kysely(db())
  const wanted = anyOf(ids)
  const found = await books
    .selectFrom('appUser')
    .select(['id', 'username as name'])
    .where('id', '=', wanted)
    .unionAll(books.selectFrom('video').select(['id', 'title as name']).where('id', '=', wanted))
    .unionAll(books.selectFrom('track').select(['id', 'title as name']).where('id', '=', wanted))
    .unionAll(books.selectFrom('challenge').select(['id', 'title as name']).where('id', '=', wanted))
    .unionAll(books.selectFrom('payout').select(['id', 'reference as name']).where('id', '=', wanted))
    .unionAll(
      books.selectFrom('paymentIntent').select(['id', 'accountReference as name']).where('id', '=', wanted),
    )
    .unionAll(
      books
        .selectFrom('refund')
        .select((eb) => ['id', eb.fn.coalesce('reference', sql.lit('')).as('name')])
        .where('id', '=', wanted),
    )
    .execute()
  return new Map(found.flatMap(({ id, name }) => (name === '' ? [] : [[id, name]])))
}
