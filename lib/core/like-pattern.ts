import { sql } from 'kysely'
import { unseen } from './query-plans.ts'

/** Makes a pattern for ILIKE that finds the typed text literally. NUL is removed, since Postgres stores none. */
export function containing(typed: string): string {
  return `%${typed.replaceAll('\0', '').replace(/[\\%_]/g, '\\$&')}%`
}

/** The indexes of words are of three letters at a time: fewer are looked for in every row, and Postgres has to know that. */
export const FEWEST_LETTERS = 3

/** Makes such a pattern for a search by an index of words. All searches of one statement have one plan. */
export function wordsOf(typed: string) {
  const pattern = containing(typed)
  return typed.length < FEWEST_LETTERS ? sql<string>`${pattern}::text` : unseen.text(pattern)
}
