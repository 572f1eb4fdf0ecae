import { firstRow, type Queryable, rows } from '#lib/core/db.ts'
import type { Cents } from '#lib/core/money.ts'
import { readCallback } from '#lib/domain/payments/read-callback.ts'
import type { AccountName, InTheAir } from './balance-policy.ts'

/** What the ledger knows of our accounts, and what is on its way between the two books. In cents. */
export type LedgerView = {
  /** Collected and not sent back by a reversal. */
  readonly collected: Cents
  readonly paidOut: Cents
  readonly air: Readonly<Record<AccountName, InTheAir>>
}

type Row = {
  collected: bigint
  paid_out: bigint
  unheard: bigint
  reversing: bigint
  paying: bigint
  came: bigint
  reversed: bigint
  paid: bigint
}

const isOnItsWay = `state IN ('submitting', 'accepted', 'unknown')`

/**
 * The ledger beside M-Pesa's word. On their way are payments that may have been made, callbacks that wait, payouts and
 * refunds that M-Pesa has not told of, and whatever was posted since it was asked.
 * @param sinceJournal the ledger's newest journal when M-Pesa was asked
 */
export async function viewLedger(on: Queryable, sinceJournal: bigint): Promise<LedgerView> {
  const row = await firstRow<Row>(
    on,
    `WITH posted AS (
        SELECT a.kind, e.amount FROM account a JOIN entry e ON e.account_id = a.id AND e.journal_id > $1
        WHERE a.kind IN ('mpesa_collection', 'mpesa_payout')
      )
      SELECT (SELECT coalesce(-sum(posted), 0) FROM account WHERE kind = 'mpesa_collection')::bigint AS collected,
        (SELECT coalesce(sum(posted), 0) FROM account WHERE kind = 'mpesa_payout')::bigint AS paid_out,
        (SELECT coalesce(sum(amount), 0) FROM payment_intent
          WHERE state IN ('submitting', 'awaiting', 'submit_unknown', 'verifying', 'unresolved'))::bigint AS unheard,
        (SELECT coalesce(sum(amount), 0) FROM refund WHERE method = 'reversal' AND ${isOnItsWay})::bigint AS reversing,
        ((SELECT coalesce(sum(amount), 0) FROM refund WHERE method = 'b2c' AND ${isOnItsWay})
          + (SELECT coalesce(sum(amount), 0) FROM payout WHERE ${isOnItsWay}))::bigint AS paying,
        (SELECT coalesce(-sum(amount), 0) FROM posted WHERE kind = 'mpesa_collection' AND amount < 0)::bigint AS came,
        (SELECT coalesce(sum(amount), 0) FROM posted WHERE kind = 'mpesa_collection' AND amount > 0)::bigint AS reversed,
        (SELECT coalesce(sum(amount), 0) FROM posted WHERE kind = 'mpesa_payout' AND amount > 0)::bigint AS paid`,
    [sinceJournal],
  )
  if (!row) throw new Error('the ledger gave no view')
  return {
    collected: row.collected,
    paidOut: row.paid_out,
    air: {
      working: {
        more: row.unheard + row.reversed + (await waitingPaybill(on)),
        less: row.reversing + row.came,
      },
      utility: { more: row.paid, less: row.paying },
    },
  }
}

/** Payments that were announced and wait to be settled; those for a prompt are counted with it. */
async function waitingPaybill(on: Queryable): Promise<Cents> {
  const waiting = await rows<{ kind: string; body: string; received_at: Date }>(
    on,
    `SELECT kind, body, received_at FROM callback_inbox
      WHERE processed_at IS NULL AND intent_id IS NULL AND kind IN ('c2b/confirmation', 'statement') LIMIT 5000`,
  )
  return waiting.reduce((sum, { kind, body, received_at }) => {
    const reading = readCallback(kind, body, true, received_at)
    return 'evidence' in reading && reading.evidence.kind === 'paid' ? sum + reading.evidence.amount : sum
  }, 0n)
}
