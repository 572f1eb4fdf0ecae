import { now } from '#lib/core/clock.ts'
import { db, violatedConstraint } from '#lib/core/db.ts'
import { kysely } from '#lib/core/kysely.ts'
import { log } from '#lib/core/log.ts'
import { type Tx, transaction } from '#lib/core/outbox.ts'
import { matchReversals } from '#lib/domain/payments/statement-reversals.ts'
import { completeRefund } from './close.ts'
import { changeRefund, lockRefund } from './rows.ts'

/** How many reversals are looked at in one go. */
const AT_ONCE = 100

/**
 * Closes the reversals in M-Pesa's statement that are our own refunds'. Each proves that its refund was paid, also where M-Pesa
 * has not told so, or has told nothing. Run twice it changes nothing.
 */
export async function settleListedRefunds(): Promise<void> {
  await matchReversals()
  const listed = await kysely(db())
    .selectFrom('mpesa_reversal as v')
    .innerJoin('refund as f', (join) =>
      join.on((on) =>
        on.or([
          on('f.proof', '=', on.ref('v.receipt')),
          on.and([
            on('f.receipt', '=', on.ref('v.payment')),
            on('f.method', '=', 'reversal'),
            on('f.state', '<>', 'failed'),
          ]),
        ]),
      ),
    )
    .select(['v.receipt', 'v.payment', 'v.amount', 'v.reversed_at as at', 'f.id as refundId'])
    .where('v.closed_at', 'is', null)
    .orderBy('v.created_at')
    .limit(AT_ONCE)
    .execute()
  for (const line of listed)
    await transaction((tx) => settleListed(tx, line)).catch((error: unknown) => {
      if (violatedConstraint(error) === undefined) throw error
      log.error({ err: error, receipt: line.receipt }, 'a reversal could not be settled')
    })
}

type Listed = { receipt: string; payment: string | null; amount: bigint; at: Date; refundId: string }

async function settleListed(tx: Tx, { receipt, payment, amount, at, refundId }: Listed): Promise<void> {
  const refund = await lockRefund(tx.client, refundId)
  if (!refund || refund.state === 'failed') return
  if (refund.state !== 'done') {
    if (amount !== refund.amount)
      return changeRefund(tx.client, refund.id, { problem: `${receipt} sent another amount` })
    await completeRefund(tx, refund, { proof: receipt === payment ? null : receipt, at })
  }
  await closeReversal(tx, receipt)
}

/**
 * Ends what is to be done about a reversal that the statement lists.
 * @returns whether it was open until now
 */
export async function closeReversal(tx: Tx, receipt: string): Promise<boolean> {
  const closed = await tx.prisma.mpesaReversal.updateMany({
    where: { receipt, closedAt: null },
    data: { closedAt: now() },
  })
  return closed.count > 0
}
