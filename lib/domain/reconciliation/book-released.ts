import { now } from '#lib/core/clock.ts'
import { violatedConstraint } from '#lib/core/db.ts'
import type { Tx } from '#lib/core/outbox.ts'
import { isOneOf } from '#lib/domain/payments/states.ts'
import { lockPayout } from '#lib/domain/payouts/rows.ts'
import { releasedStates } from '#lib/domain/payouts/schema.ts'
import { payReleased } from '#lib/domain/payouts/settle.ts'
import { gone, receiptUsed } from './errors.ts'
import type { Details } from './proposals.ts'
import type { AlertSubject } from './schema.ts'
import { requireUnused } from './used-receipts.ts'

/** Books a payout that M-Pesa paid after its hold had ended; ends the alert about it. */
export async function bookReleasedPayout(
  tx: Tx,
  { alertId, payoutId }: AlertSubject,
  { receipt }: Details,
  actor: string,
): Promise<Readonly<Record<string, unknown>>> {
  const payout = payoutId && (await lockPayout(tx.client, payoutId))
  if (!payout || !receipt || payout.isHeld || !isOneOf(releasedStates, payout.state)) throw gone()
  await requireUnused(tx, receipt)
  const borne = await payReleased(tx, payout, { receipt, paidAt: now(), by: actor }).catch(
    (error: unknown) => {
      throw violatedConstraint(error) === 'payout_receipt_key' ? receiptUsed() : error
    },
  )
  await tx.kysely
    .updateTable('payoutAlert')
    .set({ resolvedAt: now(), resolvedBy: actor })
    .where('id', '=', alertId)
    .where('resolvedAt', 'is', null)
    .execute()
  return { borne_by_platform_cents: String(borne) }
}
