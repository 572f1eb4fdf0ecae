import { sql } from 'kysely'
import { unseen } from './query-plans.ts'

/** An ILIKE pattern for the literal text, without NUL, which Postgres cannot store. */
export function containing(typed: string): string {
  return `%${typed.replaceAll('\0', '').replace(/[\\%_]/g, '\\$&')}%`
}

/** With trigram indexes a shorter text needs a full scan. */
export const FEWEST_LETTERS = 3

/** All searches of one statement share one query plan. */
export function wordsOf(typed: string) {
  const pattern = containing(typed)
  return typed.length < FEWEST_LETTERS ? sql<string>`${pattern}::text` : unseen.text(pattern)
}
