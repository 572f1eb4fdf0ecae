import type { Withdrawal } from '#lib/contract/payouts/calls.ts'
import { toShillings } from '#lib/core/money.ts'
import { prisma } from '#lib/core/prisma.ts'
import { expectedBy, isCancellable, withdrawalFailureOf } from './policy.ts'
import type { Payout } from './schema.ts'

const ENDED_SHOWN = 20

/** All open withdrawals and the newest closed ones; newest first. */
export async function listWithdrawals(ownerId: string): Promise<Withdrawal[]> {
  const { payout } = prisma()
  // Reads open ones first: a withdrawal that closes in between is found twice rather than never.
  const open = await payout.findMany({ where: { ownerId, isHeld: true } })
  const ended = await payout.findMany({
    where: { ownerId, isHeld: false },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: ENDED_SHOWN,
  })
  const byId = new Map([...open, ...ended].map((row) => [row.id, row]))
  const found = [...byId.values()].sort(
    (one, other) => other.createdAt.getTime() - one.createdAt.getTime() || (other.id < one.id ? -1 : 1),
  )
  return found.map((row) => ({
    transaction_reference: row.reference,
    status: statusOf(row),
    amount: toShillings(row.amount),
    phone_number: row.phone,
    receipt: row.receipt,
    requested_at: row.createdAt.toISOString(),
    expected_by: expectedBy(row.approveAfter).toISOString(),
    can_cancel: isCancellable(row),
    failure: statusOf(row) === 'failed' ? withdrawalFailureOf(row.resultCode) : null,
  }))
}

/** The owner sees a failure by our own fault as pending, because the payout is sent again. */
function statusOf({ state, isHeld }: Pick<Payout, 'state' | 'isHeld'>): Withdrawal['status'] {
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
