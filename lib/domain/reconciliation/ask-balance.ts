import { now } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import { newId } from '#lib/core/ids.ts'
import { log } from '#lib/core/log.ts'
import { balanceFields, queryBalance } from '#lib/domain/mpesa/balance-calls.ts'

/**
 * Asks M-Pesa what our accounts hold (docs/money.md: M-Pesa clearing equals what M-Pesa says it holds). The question's
 * row remembers how far the ledger was: what it posts until the answer comes may or may not be in M-Pesa's figure.
 */
export async function askBalance(): Promise<void> {
  const id = newId()
  await db().query(
    `INSERT INTO daraja_request (id, operation, request, created_at)
      VALUES ($1, 'account_balance', $2::jsonb || jsonb_build_object('journal', (SELECT coalesce(max(id), 0) FROM journal)), $3)`,
    [id, JSON.stringify(balanceFields()), now()],
  )
  const answer = await queryBalance(id)
  const isTaken = answer.kind === 'answered' && answer.status === 200
  if (!isTaken) log.warn({ answer }, 'balance query not taken')
  const response = answer.kind === 'answered' ? { body: answer.body } : { reason: answer.reason }
  await db().query(
    'UPDATE daraja_request SET http_status = $2, response = $3, outcome = $4, responded_at = $5 WHERE id = $1',
    [
      id,
      answer.kind === 'answered' ? answer.status : null,
      JSON.stringify(response),
      isTaken ? 'accepted' : 'unknown',
      now(),
    ],
  )
}
