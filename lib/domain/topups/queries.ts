import type { Topup } from '#lib/contract/topups/calls.ts'
import { now } from '#lib/core/clock.ts'
import { db, firstRow } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { NotFoundError } from '#lib/core/errors.ts'
import { toShillings } from '#lib/core/money.ts'
import { promptStandingOf } from '#lib/domain/payments/prompt-standing.ts'
import type { PaymentState } from '#lib/domain/payments/schema.ts'
import { standingOf } from './policy.ts'

type TopupRow = {
  id: string
  state: PaymentState
  result_code: string | null
  amount: bigint
  account_reference: string
  receipt: string | null
  submitted_at: Date | null
  confirmed_at: Date | null
}

/** One's own top-up. @throws NotFoundError */
export async function findTopup(ownerId: string, id: string): Promise<Topup> {
  const row = await firstRow<TopupRow>(db(), {
    name: 'topup-of-owner',
    text: `SELECT i.id, i.state::text, i.result_code, i.amount, i.account_reference, i.submitted_at, i.confirmed_at,
        (SELECT r.receipt FROM mpesa_receipt r WHERE r.intent_id = i.id AND r.status IN ('credited', 'claimed') LIMIT 1) AS receipt
      FROM topup t JOIN payment_intent i ON i.id = t.intent_id WHERE i.id = $1 AND t.owner_id = $2`,
    values: [id, ownerId],
  })
  if (!row) throw new NotFoundError()
  const prompt = promptStandingOf(
    { state: row.state, submittedAt: row.submitted_at, confirmedAt: row.confirmed_at },
    now(),
  )
  const isUnclear = prompt === 'unsure' || prompt === 'over'
  const canPayByHand = isUnclear || row.state === 'rejected' || row.state === 'declined'
  return {
    id: row.id,
    ...standingOf(row.state, row.result_code, prompt),
    amount: toShillings(row.amount),
    ...(row.receipt === null ? {} : { receipt: row.receipt }),
    paybill: canPayByHand
      ? { business_number: env.MPESA_SHORTCODE, account_number: row.account_reference }
      : null,
    prompt,
  }
}
