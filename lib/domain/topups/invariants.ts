import type { Invariant } from '#lib/domain/ledger/invariants.ts'

/** What must hold of top-ups at every moment. */
export const topupInvariants: readonly Invariant[] = [
  {
    name: 'every credited top-up put exactly its amount into its owner’s wallet',
    sql: `SELECT t.intent_id::text AS what FROM topup t JOIN payment_intent i ON i.id = t.intent_id
      JOIN account a ON a.id = t.account_id LEFT JOIN journal j ON j.idempotency_key = 'intent:' || t.intent_id
      LEFT JOIN entry e ON e.journal_id = j.id AND e.account_id = t.account_id
      WHERE a.owner_id IS DISTINCT FROM t.owner_id
        OR (i.state = 'credited' AND (j.type IS DISTINCT FROM 'topup' OR e.amount IS DISTINCT FROM i.amount))`,
  },
]
