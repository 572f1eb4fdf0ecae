import type { Kysely } from 'kysely'
import { now } from '#lib/core/clock.ts'
import { db, violatedConstraint } from '#lib/core/db.ts'
import type { DB } from '#lib/core/generated/kysely/tables.ts'
import { kysely } from '#lib/core/kysely.ts'
import { log } from '#lib/core/log.ts'
import { type Tx, transaction } from '#lib/core/outbox.ts'
import { FOUND_UNPAID } from '#lib/domain/outgoing/evidence.ts'
import { matchReversals } from '#lib/domain/payments/statement-reversals.ts'
import { completeRefund, failRefund } from './close.ts'
import { isOfRefund, isReversedUnsent } from './own-reversals.ts'
import { changeRefund, lockRefund } from './rows.ts'

/** Reversals per run. */
const AT_ONCE = 100

/**
 * Closes reversals in M-Pesa's statement that are our own refunds; each proves its refund, also without a
 * Result. An unsent payout refund fails if M-Pesa has reversed its payment. Idempotent.
 */
export async function settleListedRefunds(): Promise<void> {
  await matchReversals()
  await failReversedUnsent()
  const listed = await listedRefunds(kysely(db())).orderBy('v.createdAt').limit(AT_ONCE).execute()
  for (const line of listed)
    await transaction((tx) => settleListed(tx, line)).catch((error: unknown) => {
      if (violatedConstraint(error) === undefined) throw error
      log.error({ err: error, receipt: line.receipt }, 'a reversal could not be settled')
    })
}

const listedRefunds = (books: Kysely<DB>) =>
  books
    .selectFrom('mpesaReversal as v')
    .innerJoin('refund as f', (join) => join.on(isOfRefund))
    .select(['v.receipt', 'v.payment', 'v.amount', 'v.reversedAt as at', 'f.id as refundId'])
    .where('v.closedAt', 'is', null)

type Listed = { receipt: string; payment: string | null; amount: bigint; at: Date; refundId: string }

async function settleListed(tx: Tx, { receipt, payment, amount, at, refundId }: Listed): Promise<void> {
  const refund = await lockRefund(tx.client, refundId)
  if (!refund) return
  // Read again: another reversal may have completed the refund before the lock.
  const isStill = await listedRefunds(tx.kysely)
    .where('v.receipt', '=', receipt)
    .where('f.id', '=', refundId)
    .executeTakeFirst()
  if (!isStill || refund.state === 'failed') return
  if (refund.state !== 'done') {
    if (amount !== refund.amount)
      return changeRefund(tx.client, refund.id, { problem: `${receipt} sent another amount` })
    await completeRefund(tx, refund, { proof: receipt === payment ? null : receipt, at })
  }
  await closeReversal(tx, receipt)
}

/** Fails unsent payout refunds whose payments M-Pesa has reversed; two people decide about these instead. */
async function failReversedUnsent(): Promise<void> {
  const unsent = (books: Kysely<DB>) => books.selectFrom('refund as f').select('f.id').where(isReversedUnsent)
  for (const { id } of await unsent(kysely(db())).limit(AT_ONCE).execute())
    await transaction(async (tx) => {
      const refund = await lockRefund(tx.client, id)
      if (!refund || !(await unsent(tx.kysely).where('f.id', '=', id).executeTakeFirst())) return
      await failRefund(tx, refund, FOUND_UNPAID)
    })
}

/** Closes a reversal of the statement. @returns whether it was open */
export async function closeReversal(tx: Tx, receipt: string): Promise<boolean> {
  const closed = await tx.kysely
    .updateTable('mpesaReversal')
    .set({ closedAt: now() })
    .where('receipt', '=', receipt)
    .where('closedAt', 'is', null)
    .executeTakeFirst()
  return closed.numUpdatedRows > 0n
}
