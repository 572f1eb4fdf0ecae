import type { Tx } from '#lib/core/outbox.ts'

export async function isIncoming({ kysely }: Tx, receipt: string): Promise<boolean> {
  const found = await kysely
    .selectFrom('mpesaReceipt')
    .select('receipt')
    .where('receipt', '=', receipt)
    .executeTakeFirst()
  return found !== undefined
}

/** Whether it is the receipt of a refund, reversal or payout. */
export async function isOutgoing({ kysely }: Tx, receipt: string): Promise<boolean> {
  const found = await kysely
    .selectFrom('refund')
    .select('receipt')
    .where('proof', '=', receipt)
    .unionAll((eb) =>
      eb
        .selectFrom('mpesaReversal')
        .select('receipt')
        .where('receipt', '=', receipt)
        .where('payment', 'is distinct from', receipt),
    )
    .unionAll((eb) => eb.selectFrom('payout').select('reference as receipt').where('receipt', '=', receipt))
    .executeTakeFirst()
  return found !== undefined
}
