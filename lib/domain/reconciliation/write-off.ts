import { now } from '#lib/core/clock.ts'
import { RuleError } from '#lib/core/errors.ts'
import { emit, type Tx } from '#lib/core/outbox.ts'
import { postJournals } from '#lib/domain/ledger/commands.ts'
import { drawFrom, lockSystemAccounts, ShortfallError } from '#lib/domain/ledger/draw.ts'
import { systemWalletsChanged } from '#lib/domain/ledger/events.ts'
import { systemAccount, systemAccounts } from '#lib/domain/ledger/queries.ts'
import type { EntryDraft } from '#lib/domain/ledger/schema.ts'

/**
 * Moves money from suspense to revenue: two people found that it pays for nothing and must not be refunded.
 * @throws RuleError receipt_not_held (409)
 */
export async function writeOff(tx: Tx, receipt: string, actor: string): Promise<void> {
  const held = await tx.kysely
    .updateTable('mpesaReceipt')
    .set({ status: 'written_off' })
    .where('receipt', '=', receipt)
    .where('status', '=', 'unmatched')
    .returning('amount')
    .executeTakeFirst()
  if (!held) throw new RuleError('receipt_not_held', 409)
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

/**
 * Moves written-off money back into suspense, because M-Pesa reversed the payment.
 * @throws RuleError receipt_not_held, platform_short (409)
 */
export async function undoWriteOff(tx: Tx, receipt: string, actor: string): Promise<void> {
  const written = await tx.kysely
    .updateTable('mpesaReceipt')
    .set({ status: 'unmatched' })
    .where('receipt', '=', receipt)
    .where('status', '=', 'written_off')
    .returning('amount')
    .executeTakeFirst()
  const journal = await tx.kysely
    .selectFrom('journal')
    .select('id')
    .where('idempotencyKey', '=', `write_off:${receipt}`)
    .executeTakeFirst()
  if (!written || !journal) throw new RuleError('receipt_not_held', 409)
  const drawn = await drawRevenue(tx, written.amount)
  await postJournals(tx.client, [
    {
      key: `reversal:write_off:${receipt}`,
      type: 'write_off_reversed',
      sourceType: 'write_off',
      sourceId: receipt,
      reversalOf: journal.id,
      actor,
      occurredAt: now(),
      entries: [
        drawn,
        { accountId: systemAccount(await systemAccounts(), 'suspense'), amount: written.amount },
      ],
    },
  ])
  await emit(tx, systemWalletsChanged, {})
}

async function drawRevenue(tx: Tx, amount: bigint): Promise<EntryDraft> {
  const { platform_revenue } = await lockSystemAccounts(tx.client, ['platform_revenue', 'suspense'])
  try {
    return drawFrom(platform_revenue, amount)
  } catch (error) {
    if (!(error instanceof ShortfallError)) throw error
    throw new RuleError('platform_short', 409)
  }
}
