import type { Withdrawal } from '#lib/contract/payouts/calls.ts'
import { toShillings } from '#lib/core/money.ts'
import { prisma } from '#lib/core/prisma.ts'
import { isCancellable } from './policy.ts'
import type { Payout } from './schema.ts'
import { expectedBy } from './working-days.ts'

const SHOWN = 20

/** Lists somebody's latest withdrawals, the newest first. */
export async function listWithdrawals(ownerId: string): Promise<Withdrawal[]> {
  const found = await prisma().payout.findMany({
    where: { ownerId },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: SHOWN,
  })
  return found.map((row) => ({
    transaction_reference: row.reference,
    status: statusOf(row),
    amount: toShillings(row.amount),
    phone_number: row.phone,
    receipt: row.receipt,
    requested_at: row.createdAt.toISOString(),
    expected_by: expectedBy(row.approveAfter).toISOString(),
    can_cancel: isCancellable(row),
  }))
}

/** A payout that failed by our own fault is pending for its owner, because it is sent again. */
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
