import type { Queryable } from '#lib/core/db.ts'
import { kysely } from '#lib/core/kysely.ts'
import { statesLiteral } from '#lib/domain/payments/states.ts'
import { closedStates, type Refund, type RefundState } from './schema.ts'

export function lockRefund(on: Queryable, id: string): Promise<Refund | undefined> {
  return refunds(on).where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
}

export function lockLiveRefund(on: Queryable, receipt: string): Promise<Refund | undefined> {
  return refunds(on)
    .where('receipt', '=', receipt)
    .where('state', 'not in', statesLiteral(closedStates))
    .forNoKeyUpdate()
    .executeTakeFirst()
}

const refunds = (on: Queryable) =>
  kysely(on)
    .selectFrom('refund')
    .select(['id', 'receipt', 'intentId', 'amount', 'method', 'state'])
    .select(['attemptId', 'conversationId'])

type Change = {
  state?: RefundState
  resultCode?: string
  proof?: string | null
  problem?: string
  nextCheckAt?: Date | null
  closedAt?: Date
}

/**
 * Changes a refund; absent fields stay.
 * @throws DatabaseError refund_proof_key if the proof belongs to another refund
 */
export async function changeRefund(on: Queryable, id: string, change: Change): Promise<void> {
  const { state, resultCode, proof, problem, nextCheckAt, closedAt } = change
  await kysely(on)
    .updateTable('refund')
    .set({
      state,
      resultCode,
      proof: proof ?? undefined,
      problem,
      nextCheckAt,
      closedAt,
    })
    .where('id', '=', id)
    .execute()
}
