import type { Withdrawal } from '#lib/contract/payouts/calls.ts'
import { db, rows } from '#lib/core/db.ts'
import { toShillings } from '#lib/core/money.ts'
import { isCancellable } from './policy.ts'
import type { Payout } from './schema.ts'
import { expectedBy } from './working-days.ts'

type Row = Pick<Payout, 'reference' | 'amount' | 'state' | 'isHeld'> & {
  phone: string
  receipt: string | null
  approve_after: Date
  created_at: Date
}

const SHOWN = 20

/** Somebody's newest withdrawals, the newest first. */
export async function listWithdrawals(ownerId: string): Promise<Withdrawal[]> {
  const found = await rows<Row>(db(), {
    name: 'payouts-of-owner',
    text: `SELECT reference, amount, state::text, is_held AS "isHeld", phone, receipt, approve_after, created_at
      FROM payout WHERE owner_id = $1 ORDER BY created_at DESC, id DESC LIMIT $2`,
    values: [ownerId, SHOWN],
  })
  return found.map((row) => ({
    transaction_reference: row.reference,
    status: statusOf(row),
    amount: toShillings(row.amount),
    phone_number: row.phone,
    receipt: row.receipt,
    requested_at: row.created_at.toISOString(),
    expected_by: expectedBy(row.approve_after).toISOString(),
    can_cancel: isCancellable(row),
  }))
}

/** A refusal that is our own fault is no failure to its owner: it goes out again. */
function statusOf({ state, isHeld }: Row): Withdrawal['status'] {
  switch (state) {
    case 'paid':
      return 'completed'
    case 'cancelled':
      return 'cancelled'
    case 'failed':
      return isHeld ? 'pending' : 'failed'
    case 'requested':
    case 'approved':
      return 'pending'
    default:
      return 'sending'
  }
}
