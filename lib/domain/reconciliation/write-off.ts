import { now } from '#lib/core/clock.ts'
import { RuleError } from '#lib/core/errors.ts'
import { emit, type Tx } from '#lib/core/outbox.ts'
import { postJournals } from '#lib/domain/ledger/commands.ts'
import { systemWalletsChanged } from '#lib/domain/ledger/events.ts'
import { systemAccount, systemAccounts } from '#lib/domain/ledger/queries.ts'

/**
 * Posts money from suspense to revenue, because two people have found that it is for nothing and is not to be sent back.
 * @throws RuleError receipt_not_held (409)
 */
export async function writeOff(tx: Tx, receipt: string, actor: string): Promise<void> {
  const held = await tx.kysely
    .updateTable('mpesa_receipt')
    .set({ status: 'written_off' })
    .where('receipt', '=', receipt)
    .where('status', '=', 'unmatched')
    .returning('amount')
    .executeTakeFirst()
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
