import { transactionOf } from '#lib/core/outbox.ts'
import type { PlainAnswer, PlainBatch, PurposeHandlers } from './purpose.ts'

/**
 * Settles those of a batch that need no decision, each purpose its own, without taking them out of Postgres
 * (docs/decisions/0050). Run twice, late or beside others it settles what is still waiting, and nothing twice.
 * @returns what was seen last, and of it how much is left; `limit` where no purpose can settle so
 * @throws DatabaseError where one of a batch fails: nothing of it is settled then
 */
export async function settlePlain(
  handlers: PurposeHandlers,
  { limit, behind, spread }: PlainBatch,
): Promise<{ settled: number; left: number; last: bigint | null }> {
  let settled = 0
  let left = limit
  let last: bigint | null = null
  for (const handler of Object.values(handlers)) {
    const statement = await handler.settlePlain?.({ limit: limit - settled, behind, spread })
    const [answer] = statement ? await transactionOf<PlainAnswer>(statement) : []
    if (!answer) continue
    settled += answer.settled
    left = answer.seen - answer.settled
    last = answer.last ?? last
  }
  return { settled, left, last }
}
