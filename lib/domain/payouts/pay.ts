import { now } from '#lib/core/clock.ts'
import { violatedConstraint } from '#lib/core/db.ts'
import { toShillings } from '#lib/core/money.ts'
import type { Tx } from '#lib/core/outbox.ts'
import { postJournals } from '#lib/domain/ledger/commands.ts'
import { systemAccount, systemAccounts } from '#lib/domain/ledger/queries.ts'
import { notify } from '#lib/domain/notifications/commands.ts'
import { closeOwnAlerts, raiseAlert } from './alerts.ts'
import { changePayout, setHold } from './rows.ts'
import type { Payout } from './schema.ts'

/**
 * Ends a payout that is proven to be paid: the money leaves the wallet, once, and its owner is told.
 * @param proof `by` is who has found it, where that was not M-Pesa itself
 * @returns a sentence about what was done, for the inbox
 * @throws DatabaseError payout_receipt_key where the receipt has paid another payout
 */
export async function payPayout(
  tx: Tx,
  payout: Payout,
  { receipt, paidAt, by = 'mpesa' }: { receipt: string; paidAt: Date; by?: string },
): Promise<string> {
  if (!payout.isHeld && !(await holdAgain(tx, payout.id))) {
    await raiseAlert(
      tx,
      'contradiction',
      payout.id,
      `${receipt} paid what had failed, and the wallet is spent`,
    )
    return 'contradiction: paid after its money was released and spent'
  }
  await setHold(tx.client, payout.id, false)
  const accounts = await systemAccounts()
  await postJournals(tx.client, [
    {
      key: `payout:${payout.id}`,
      type: 'withdrawal',
      sourceType: 'payout',
      sourceId: payout.id,
      actor: by,
      occurredAt: paidAt,
      entries: [
        { accountId: payout.accountId, amount: -payout.amount },
        { accountId: systemAccount(accounts, 'mpesa_payout'), amount: payout.amount },
      ],
    },
  ])
  // Kysely and not Prisma, whose errors do not name the constraint that a second use of the receipt violates.
  await tx.kysely
    .updateTable('payout')
    .set({ receipt, paid_at: paidAt })
    .where('id', '=', payout.id)
    .execute()
  await changePayout(tx, payout, { state: 'paid', resultCode: '0', nextCheckAt: null, closedAt: now() })
  await closeOwnAlerts(tx, payout.id)
  const data = { reference: payout.reference, amount: toShillings(payout.amount), receipt }
  await notify(tx, { userId: payout.ownerId, occasion: payout.id, template: 'withdrawal_paid', data })
  return 'paid'
}

/**
 * Holds the money of a payout again that was said to have failed. Its owner may have spent it since.
 * @returns whether it is held again
 */
async function holdAgain({ client }: Tx, payoutId: string): Promise<boolean> {
  await client.query('SAVEPOINT hold_again')
  try {
    await setHold(client, payoutId, true)
    return true
  } catch (error) {
    if (violatedConstraint(error) !== 'account_covers_holds') throw error
    await client.query('ROLLBACK TO SAVEPOINT hold_again')
    return false
  }
}
