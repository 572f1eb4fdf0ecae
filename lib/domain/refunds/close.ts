import { now } from '#lib/core/clock.ts'
import { emit, type Tx } from '#lib/core/outbox.ts'
import { postJournals } from '#lib/domain/ledger/commands.ts'
import { systemWalletsChanged } from '#lib/domain/ledger/events.ts'
import { systemAccount, systemAccounts } from '#lib/domain/ledger/queries.ts'
import { paymentsChanged } from '#lib/domain/payments/events.ts'
import { changeRefund } from './rows.ts'
import type { Refund } from './schema.ts'

/** `by` is the person who found the proof, if not M-Pesa. */
export type RefundProof = { readonly proof: string | null; readonly at: Date; readonly by?: string }

/**
 * Ends a refund whose money is back with the payer: the money leaves suspense, once, and the payment is
 * `refunded`. Also completes a failed refund while its money is in suspense.
 * @returns a sentence for the inbox
 * @throws DatabaseError refund_proof_key if the proof belongs to another refund
 */
export async function completeRefund(
  tx: Tx,
  refund: Refund,
  { proof, at, by = 'mpesa' }: RefundProof,
): Promise<string> {
  const { client } = tx
  const waiting = refund.state === 'failed' ? 'unmatched' : 'refund_pending'
  const taken = await tx.kysely
    .updateTable('mpesaReceipt')
    .set({ status: 'refunded' })
    .where('receipt', '=', refund.receipt)
    .where('status', '=', waiting)
    .executeTakeFirst()
  if (taken.numUpdatedRows === 0n) {
    if (await isProofOfAnother(tx, refund, proof)) return 'already refunded'
    const problem = `${proof ?? 'M-PESA'} sent back what had failed, and its money is gone`
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
  await moveIntent(tx, refund, { state: 'refunded' })
  return 'refunded'
}

/** Whether the same proof has completed another refund of the receipt: then a late Result changes nothing. */
async function isProofOfAnother(
  { kysely }: Tx,
  { id, receipt }: Refund,
  proof: string | null,
): Promise<boolean> {
  if (proof === null) return false
  const other = await kysely
    .selectFrom('refund')
    .select('id')
    .where('id', '<>', id)
    .where('receipt', '=', receipt)
    .where('state', '=', 'done')
    .where('proof', '=', proof)
    .executeTakeFirst()
  return other !== undefined
}

/** Ends a refund that was certainly not sent: its money stays in suspense, and people decide again. */
export async function failRefund(tx: Tx, refund: Refund, code: string): Promise<void> {
  await changeRefund(tx.client, refund.id, {
    state: 'failed',
    resultCode: code,
    problem: '',
    nextCheckAt: null,
    closedAt: now(),
  })
  await tx.kysely
    .updateTable('mpesaReceipt')
    .set({ status: 'unmatched' })
    .where('receipt', '=', refund.receipt)
    .where('status', '=', 'refund_pending')
    .execute()
  await moveIntent(tx, refund, { state: 'review', reviewReason: 'refund_failed' })
}

async function moveIntent(
  tx: Tx,
  { intentId }: Refund,
  data: { state: 'refunded' | 'review'; reviewReason?: string },
): Promise<void> {
  if (!intentId) return
  await tx.kysely
    .updateTable('paymentIntent')
    .set(data)
    .$if(data.state === 'refunded', (intent) =>
      // The time of a counted payment stays.
      intent.set((eb) => ({ settledAt: eb.fn.coalesce('settledAt', eb.val(now())) })),
    )
    .where('id', '=', intentId)
    .where('state', 'in', ['refund_pending', 'review'])
    .execute()
  await emit(tx, paymentsChanged, { intent_ids: [intentId] })
}
