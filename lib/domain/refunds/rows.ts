import { firstRow, type Queryable, rows } from '#lib/core/db.ts'
import type { Refund, RefundState } from './schema.ts'

const columns = `id, receipt, intent_id AS "intentId", amount, method::text, state::text, attempt_id AS "attemptId",
  conversation_id AS "conversationId"`

/** A refund by its id, locked until the transaction ends. */
export function lockRefund(on: Queryable, id: string): Promise<Refund | undefined> {
  return firstRow(on, {
    name: 'refund-lock',
    text: `SELECT ${columns} FROM refund WHERE id = $1 FOR NO KEY UPDATE`,
    values: [id],
  })
}

/** The refund of a receipt that is on its way, locked. */
export function lockLiveRefund(on: Queryable, receipt: string): Promise<Refund | undefined> {
  return firstRow(
    on,
    `SELECT ${columns} FROM refund WHERE receipt = $1 AND state NOT IN ('done', 'failed') FOR NO KEY UPDATE`,
    [receipt],
  )
}

type Change = {
  state?: RefundState
  resultCode?: string
  proof?: string | null
  problem?: string
  nextCheckAt?: Date | null
  closedAt?: Date
}

/** Changes a refund; what is not named is left alone. */
export async function changeRefund(on: Queryable, id: string, change: Change): Promise<void> {
  const { state, resultCode, proof, problem, nextCheckAt, closedAt } = change
  await rows(on, {
    name: 'refund-change',
    text: `UPDATE refund SET state = coalesce($2::refund_state, state), result_code = coalesce($3, result_code),
        proof = coalesce($4, proof), problem = coalesce($5, problem),
        next_check_at = CASE WHEN $6 THEN $7 ELSE next_check_at END, closed_at = coalesce($8, closed_at) WHERE id = $1`,
    values: [
      id,
      state ?? null,
      resultCode ?? null,
      proof ?? null,
      problem ?? null,
      nextCheckAt !== undefined,
      nextCheckAt ?? null,
      closedAt ?? null,
    ],
  })
}
