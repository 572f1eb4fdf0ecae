import { sql } from 'kysely'
import { addSeconds } from '#lib/core/clock.ts'
import { emit, type Tx, transaction } from '#lib/core/outbox.ts'
import { paymentsChanged } from './events.ts'
import { STALE_AFTER_SECONDS } from './prompt-rate.ts'

/**
 * Takes back a prompt that no worker has begun to send: workers pass over it from then on.
 * @returns whether it was still unsent
 */
export async function withdrawPrompt(intentId: string): Promise<boolean> {
  return transaction(async (tx) => {
    const found = await tx.prisma.paymentIntent.updateMany({
      where: { id: intentId, state: 'created' },
      data: { state: 'rejected', resultCode: 'no_worker' },
    })
    await tellOf(tx, found.count > 0 ? [intentId] : [])
    return found.count > 0
  })
}

/**
 * Takes back prompts that no worker has sent in a minute, and whose web process does not wait for them any more. Else the phone
 * would stay taken for ever.
 */
export async function withdrawStalePrompts(moment: Date): Promise<void> {
  await transaction(async (tx) => {
    const unsent = await tx.kysely
      .updateTable('payment_intent')
      .set({ state: 'rejected', result_code: 'no_worker' })
      .where('state', '=', sql.lit('created'))
      .where('channel', '=', sql.lit('prompt'))
      .where((eb) =>
        eb(eb.fn.coalesce('submitted_at', 'created_at'), '<', addSeconds(moment, -STALE_AFTER_SECONDS)),
      )
      .returning('id')
      .execute()
    await tellOf(
      tx,
      unsent.map(({ id }) => id),
    )
  })
}

async function tellOf(tx: Tx, intentIds: string[]): Promise<void> {
  if (intentIds.length > 0) await emit(tx, paymentsChanged, { intent_ids: intentIds })
}
