import type pg from 'pg'
import { rowsOf } from '../database.ts'

/** No pending callback or message, and no payment in a transient state. */
export async function checkNothingLeft(database: pg.Pool): Promise<string[]> {
  const found = await rowsOf<{ what: string; count: number }>(
    database,
    `SELECT 'callbacks wait for settlement' AS what, count(*)::int FROM callback_inbox WHERE processed_at IS NULL
      UNION ALL SELECT 'messages wait in the outbox', count(*)::int FROM outbox
      UNION ALL SELECT 'payments are ' || state, count(*)::int FROM payment_intent
        WHERE state IN ('created', 'submitting', 'awaiting', 'submit_unknown', 'verifying') GROUP BY state`,
  )
  return found.filter(({ count }) => count > 0).map(({ what, count }) => `${count} ${what}`)
}
