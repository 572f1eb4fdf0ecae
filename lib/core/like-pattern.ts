import { type RawBuilder, sql } from 'kysely'
import { unseen } from './speed/prepared-query.ts'

/** Makes a pattern for ILIKE that finds the typed text literally. NUL is removed, since Postgres stores none. */
export function containing(typed: string): string {
  return `%${typed.replaceAll('\0', '').replace(/[\\%_]/g, '\\$&')}%`
}

/** The indexes of words are of three letters at a time: fewer are looked for in every row, and Postgres has to know that. */
export const FEWEST_LETTERS = 3

/**
 * Makes such a pattern for a search by an index of words: all searches of one statement have one plan.
 * @param pattern where it is a parameter of a prepared query; each statement is then of short or of long words alone
 */
export function wordsOf(typed: string, pattern: RawBuilder<string> | string = containing(typed)) {
  return typed.length < FEWEST_LETTERS ? sql<string>`${pattern}::text` : unseen.text(pattern)
}
