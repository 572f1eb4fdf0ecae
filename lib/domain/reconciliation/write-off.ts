import { now } from '#lib/core/clock.ts'
import { firstRow } from '#lib/core/db.ts'
import { RuleError } from '#lib/core/errors.ts'
import { emit, type Tx } from '#lib/core/outbox.ts'
import { postJournals } from '#lib/domain/ledger/commands.ts'
import { systemWalletsChanged } from '#lib/domain/ledger/events.ts'
import { systemAccount, systemAccounts } from '#lib/domain/ledger/queries.ts'

/**
 * Puts money in suspense to revenue: neither for anything nor to be sent back, as two people have found.
 * @throws RuleError receipt_not_held (409)
 */
export async function writeOff(tx: Tx, receipt: string, actor: string): Promise<void> {
  const held = await firstRow<{ amount: bigint }>(
    tx.client,
    `UPDATE mpesa_receipt SET status = 'written_off' WHERE receipt = $1 AND status = 'unmatched' RETURNING amount`,
    [receipt],
  )
  if (!held) throw new RuleError('receipt_not_held', 'This money does not wait any more.', 409)
  const accounts = await systemAccounts()
  await postJournals(tx.client, [
    {
      key: `write_off:${receipt}`,
      type: 'write_off',
      sourceType: 'write_off',
      sourceId: receipt,
      actor,
      occurredAt: now(),
      entries: [
        { accountId: systemAccount(accounts, 'suspense'), amount: -held.amount },
        { accountId: systemAccount(accounts, 'platform_revenue'), amount: held.amount },
      ],
    },
  ])
  await emit(tx, systemWalletsChanged, {})
}
