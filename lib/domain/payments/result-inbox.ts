import type { Selectable } from 'kysely'
import { now } from '#lib/core/clock.ts'
import { db, violatedConstraint } from '#lib/core/db.ts'
import type { DB } from '#lib/core/generated/kysely/tables.ts'
import { anyOf } from '#lib/core/kysely.ts'
import { log } from '#lib/core/log.ts'
import { type Tx, transaction } from '#lib/core/outbox.ts'
import { setAside } from './settlement-rows.ts'

/** A Result as it came, for a call of ours. `attemptId` is the call's row in daraja_request. */
export type ResultRow<K extends string = string> = Pick<
  Selectable<DB['callbackInbox']>,
  'id' | 'sourceAddress' | 'body' | 'receivedAt'
> & { readonly kind: K; readonly attemptId: string | null }

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

/** An outcome has at most so many characters. */
const MOST_OUTCOME = 200

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
      await tx.kysely
        .updateTable('callbackInbox')
        .set({ processedAt: now(), outcome: outcome.slice(0, MOST_OUTCOME) })
        .where('id', '=', taken.id)
        .execute()
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

async function claimNext<K extends string>(tx: Tx, kinds: readonly K[]): Promise<ResultRow<K> | undefined> {
  const row = await tx.kysely
    .selectFrom('callbackInbox')
    .select(['id', 'kind', 'intentId as attemptId', 'sourceAddress', 'body', 'receivedAt'])
    .where('processedAt', 'is', null)
    .where('outcome', 'is', null)
    .where('kind', '=', anyOf(kinds))
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  const kind = kinds.find((one) => one === row?.kind)
  return row && kind ? { ...row, kind } : undefined
}
