import { now } from '#lib/core/clock.ts'
import { firstRow } from '#lib/core/db.ts'
import { emit, type Tx } from '#lib/core/outbox.ts'
import { postJournals } from '#lib/domain/ledger/commands.ts'
import { systemWalletsChanged } from '#lib/domain/ledger/events.ts'
import { systemAccount, systemAccounts } from '#lib/domain/ledger/queries.ts'
import { paymentsChanged } from '#lib/domain/payments/events.ts'
import { changeRefund } from './rows.ts'
import type { Refund } from './schema.ts'

/** Why a refund is over. `by`: who has found it, where that was not M-Pesa itself. */
export type RefundProof = { readonly proof: string | null; readonly at: Date; readonly by?: string }

/**
 * The money is back with its payer: it leaves suspense, once, and the payment is `refunded`. What had been said to have
 * failed is completed as long as its money still lies there.
 * @returns what was done, for the record
 * @throws DatabaseError refund_proof_key where the proof belongs to another refund
 */
export async function completeRefund(
  tx: Tx,
  refund: Refund,
  { proof, at, by = 'mpesa' }: RefundProof,
): Promise<string> {
  const { client } = tx
  const waiting = refund.state === 'failed' ? 'unmatched' : 'refund_pending'
  const taken = await firstRow(
    client,
    `UPDATE mpesa_receipt SET status = 'refunded' WHERE receipt = $1 AND status = $2::receipt_status RETURNING receipt`,
    [refund.receipt, waiting],
  )
  if (!taken) {
    const problem = `${proof ?? 'M-Pesa'} sent back what had failed, and its money is gone`
    await changeRefund(client, refund.id, { problem })
    return `people: ${problem}`
  }
  const accounts = await systemAccounts()
  const from = refund.method === 'reversal' ? 'mpesa_collection' : 'mpesa_payout'
  await postJournals(client, [
    {
      key: `refund:${refund.id}`,
      type: 'refund',
      sourceType: 'refund',
      sourceId: refund.id,
      actor: by,
      occurredAt: at,
      entries: [
        { accountId: systemAccount(accounts, 'suspense'), amount: -refund.amount },
        { accountId: systemAccount(accounts, from), amount: refund.amount },
      ],
    },
  ])
  await emit(tx, systemWalletsChanged, {})
  await changeRefund(client, refund.id, {
    state: 'done',
    resultCode: '0',
    proof,
    problem: '',
    nextCheckAt: null,
    closedAt: now(),
  })
  await moveIntent(tx, refund, 'refunded', null)
  return 'refunded'
}

/** Certainly nothing was sent: the money lies in suspense as before, and people decide anew. */
export async function failRefund(tx: Tx, refund: Refund, code: string): Promise<void> {
  const { client } = tx
  await changeRefund(client, refund.id, {
    state: 'failed',
    resultCode: code,
    problem: '',
    nextCheckAt: null,
    closedAt: now(),
  })
  await client.query(
    `UPDATE mpesa_receipt SET status = 'unmatched' WHERE receipt = $1 AND status = 'refund_pending'`,
    [refund.receipt],
  )
  await moveIntent(tx, refund, 'review', 'refund_failed')
}

async function moveIntent(
  tx: Tx,
  { intentId }: Refund,
  state: 'refunded' | 'review',
  reason: string | null,
): Promise<void> {
  if (!intentId) return
  await tx.client.query(
    `UPDATE payment_intent SET state = $2::payment_state, review_reason = coalesce($3, review_reason),
      settled_at = CASE WHEN $2 = 'refunded' THEN $4 ELSE settled_at END
      WHERE id = $1 AND state IN ('refund_pending', 'review')`,
    [intentId, state, reason, now()],
  )
  await emit(tx, paymentsChanged, { intent_ids: [intentId] })
}
