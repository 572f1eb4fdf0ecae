import { now } from '#lib/core/clock.ts'
import { firstRow } from '#lib/core/db.ts'
import { RuleError } from '#lib/core/errors.ts'
import type { Tx } from '#lib/core/outbox.ts'
import type { DifferenceSubject } from './schema.ts'

/**
 * Two people have found why an account does not hold what the ledger says (float was put in, money was taken to the
 * bank): from here on that much is expected beside the ledger.
 * @throws RuleError not_possible (409) where it has closed itself
 */
export async function explainDifference(
  tx: Tx,
  { id, account, amount }: DifferenceSubject,
): Promise<{ explained_cents: string }> {
  const moment = now()
  const closed = await firstRow(
    tx.client,
    `UPDATE balance_difference SET closed_at = $2, closed_by = 'explained'
      WHERE 'difference-' || id = $1 AND closed_at IS NULL AND amount = $3 RETURNING id`,
    [id, moment, amount],
  )
  if (!closed) throw new RuleError('not_possible', 'This difference has changed. Look at it again.', 409)
  await tx.client.query('UPDATE balance_baseline SET amount = amount + $2, set_at = $3 WHERE account = $1', [
    account,
    amount,
    moment,
  ])
  return { explained_cents: String(amount) }
}
