import { type Queryable, rows } from '#lib/core/db.ts'

/** A law of the money, as a query that finds what breaks it. */
export type Invariant = { readonly name: string; readonly sql: string }

/** What must hold at every moment (design/money.md). Each query answers the offenders: none, when all is well. */
export const ledgerInvariants: readonly Invariant[] = [
  {
    name: 'every journal sums to zero',
    sql: 'SELECT journal_id::text AS what FROM entry GROUP BY journal_id HAVING sum(amount) <> 0',
  },
  {
    name: 'every journal has entries and every entry a journal',
    sql: `SELECT coalesce(j.id, e.journal_id)::text AS what
      FROM journal j FULL JOIN (SELECT DISTINCT journal_id FROM entry) e ON e.journal_id = j.id
      WHERE j.id IS NULL OR e.journal_id IS NULL`,
  },
  {
    name: 'every balance equals its entries',
    sql: `SELECT a.id::text || ' (' || a.kind || ')' AS what FROM account a
      LEFT JOIN (SELECT account_id, sum(amount) AS total FROM entry GROUP BY account_id) e ON e.account_id = a.id
      WHERE a.posted <> coalesce(e.total, 0)`,
  },
  {
    name: 'every entry has an account',
    sql: 'SELECT e.account_id::text AS what FROM entry e LEFT JOIN account a ON a.id = e.account_id WHERE a.id IS NULL',
  },
  {
    // Journals of two transactions may reach an account in another order than their ids: a chain, not a sequence.
    // EXCEPT compares the two sets as a whole; a look-up for each entry would take hours on a full ledger.
    name: 'each balance after an entry follows from another entry of the account or from nothing',
    sql: `SELECT account_id || ' from ' || before AS what FROM (
      SELECT account_id, balance_after - amount AS before FROM entry WHERE balance_after <> amount
      EXCEPT SELECT account_id, balance_after FROM entry) AS strays`,
  },
  {
    name: 'no wallet is below zero or below what it holds',
    sql: 'SELECT id::text AS what FROM account WHERE NOT allow_negative AND (posted - held < 0 OR held < 0)',
  },
  {
    name: 'all accounts together sum to zero',
    sql: 'SELECT sum(posted)::text AS what FROM account HAVING sum(posted) <> 0',
  },
]

/** @returns a sentence for each broken law, naming up to five offenders; empty when the books are right */
export async function brokenInvariants(on: Queryable, laws: readonly Invariant[]): Promise<string[]> {
  const broken: string[] = []
  for (const law of laws) {
    const offenders = await rows<{ what: string }>(on, `${law.sql} LIMIT 5`)
    if (offenders.length > 0)
      broken.push(`Broken: ${law.name}: ${offenders.map((row) => row.what).join(', ')}`)
  }
  return broken
}
