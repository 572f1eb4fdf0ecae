import { sql } from 'kysely'
import { addSeconds } from '#lib/core/clock.ts'
import { emit, type Tx, transaction } from '#lib/core/outbox.ts'
import { paymentsChanged } from './events.ts'
import { STALE_AFTER_SECONDS } from './prompt-limits.ts'

/** Withdraws a prompt, so that no worker sends it. @returns whether it was still unsent */
export async function withdrawPrompt(intentId: string): Promise<boolean> {
  return transaction(async (tx) => {
    const found = await tx.kysely
      .updateTable('paymentIntent')
      .set({ state: 'rejected', resultCode: 'no_worker' })
      .where('id', '=', intentId)
      .where('state', '=', 'created')
      .executeTakeFirst()
    await tellOf(tx, found.numUpdatedRows > 0n ? [intentId] : [])
    return found.numUpdatedRows > 0n
  })
}

/**
 * Withdraws prompts that no worker has sent in a minute; no web process waits for them any more. Otherwise
 * the phone would stay blocked for ever.
 * @returns how long each has waited, in seconds
 */
export async function withdrawStalePrompts(moment: Date): Promise<number[]> {
  return transaction(async (tx) => {
    const unsent = await tx.kysely
      .updateTable('paymentIntent')
      .set({ state: 'rejected', resultCode: 'no_worker' })
      .where('state', '=', sql.lit('created'))
      .where('channel', '=', sql.lit('prompt'))
      .where((eb) =>
        eb(eb.fn.coalesce('submittedAt', 'createdAt'), '<', addSeconds(moment, -STALE_AFTER_SECONDS)),
      )
      .returning((eb) => ['id', eb.fn.coalesce('submittedAt', 'createdAt').as('orderedAt')])
      .execute()
    await tellOf(
      tx,
      unsent.map(({ id }) => id),
    )
    return unsent.map(({ orderedAt }) => (moment.getTime() - orderedAt.getTime()) / 1_000)
  })
}

async function tellOf(tx: Tx, intentIds: string[]): Promise<void> {
  if (intentIds.length > 0) await emit(tx, paymentsChanged, { intent_ids: intentIds })
}
