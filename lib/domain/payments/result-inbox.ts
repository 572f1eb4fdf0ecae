import { now } from '#lib/core/clock.ts'
import { db, firstRow, violatedConstraint } from '#lib/core/db.ts'
import { log } from '#lib/core/log.ts'
import { type Tx, transaction } from '#lib/core/outbox.ts'
import { setAside } from './settlement-rows.ts'

/** A Result as it came, for a call of ours. */
export type ResultRow<K extends string = string> = {
  readonly id: bigint
  readonly kind: K
  /** The call's row in daraja_request. */
  readonly attempt_id: string | null
  readonly source_address: string
  readonly body: string
  readonly received_at: Date
}

/**
 * Settles the Results of some kinds that wait in the inbox, each in a transaction of its own: what `settle` writes and
 * the row's end change together or not at all.
 * @param settle answers what was made of it, for the row's outcome
 * @returns how many were settled
 */
export async function settleResults<K extends string>(
  kinds: readonly K[],
  settle: (tx: Tx, row: ResultRow<K>) => Promise<string>,
): Promise<number> {
  for (let settled = 0; ; settled++) if (!(await settleNext(kinds, settle))) return settled
}

async function settleNext<K extends string>(
  kinds: readonly K[],
  settle: (tx: Tx, row: ResultRow<K>) => Promise<string>,
): Promise<boolean> {
  let taken: ResultRow<K> | undefined
  try {
    return await transaction(async (tx) => {
      taken = await claimNext(tx, kinds)
      if (!taken) return false
      const outcome = await settle(tx, taken)
      await tx.client.query('UPDATE callback_inbox SET processed_at = $2, outcome = $3 WHERE id = $1', [
        taken.id,
        now(),
        outcome.slice(0, 200),
      ])
      return true
    })
  } catch (error) {
    // A receipt that proves something else already, for one: it holds up nobody else, and people see it in the log.
    if (!taken || violatedConstraint(error) === undefined) throw error
    log.error({ err: error, inboxId: String(taken.id) }, 'a Result could not be settled and is set aside')
    await setAside(db(), taken.id, String(error))
    return true
  }
}

function claimNext<K extends string>({ client }: Tx, kinds: readonly K[]): Promise<ResultRow<K> | undefined> {
  return firstRow(client, {
    name: 'result-claim',
    text: `SELECT id, kind, intent_id AS attempt_id, source_address, body, received_at FROM callback_inbox
      WHERE processed_at IS NULL AND outcome IS NULL AND kind = ANY ($1)
      ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED`,
    values: [kinds],
  })
}
