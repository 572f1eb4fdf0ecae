import type { GivenTopup } from '#lib/contract/topups/calls.ts'
import { now } from '#lib/core/clock.ts'
import { db, type Queryable } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { NotFoundError } from '#lib/core/errors.ts'
import { kysely } from '#lib/core/kysely.ts'
import { toShillings } from '#lib/core/money.ts'
import { promptStandingOf } from '#lib/domain/payments/prompt-standing.ts'
import { receiptOf } from '#lib/domain/payments/receipts.ts'
import { statesLiteral, undecidedStates } from '#lib/domain/payments/states.ts'
import { standingOf } from './policy.ts'

/** Whether a wallet still takes the money of a top-up: not once its owner has closed the account. */
export async function isTopupTaken(on: Queryable, id: string): Promise<boolean> {
  const row = await kysely(on)
    .selectFrom('topup as t')
    .innerJoin('app_user as u', 'u.id', 't.owner_id')
    .select('u.deleted_at')
    .where('t.intent_id', '=', id)
    .executeTakeFirst()
  return row !== undefined && row.deleted_at === null
}

/** One's own top-up. @throws NotFoundError */
export async function findTopup(ownerId: string, id: string): Promise<GivenTopup> {
  const row = await topupsOf(ownerId).where('i.id', '=', id).executeTakeFirst()
  if (!row) throw new NotFoundError()
  return present(row)
}

/** M-Pesa may still tell of it, or people look into it: it is pending for its owner. */
const openStates = [...undecidedStates, 'review'] as const
/** So many are shown beside a wallet at the most. */
const MOST_OPEN = 5

/** One's own top-ups that are pending, the newest first. */
export async function listOpenTopups(ownerId: string): Promise<GivenTopup[]> {
  const found = await topupsOf(ownerId)
    .where('i.state', 'in', statesLiteral(openStates))
    .orderBy('t.created_at', 'desc')
    .limit(MOST_OPEN)
    .execute()
  return found.map(present)
}

const topupsOf = (ownerId: string) =>
  kysely(db())
    .selectFrom('payment_intent as i')
    .innerJoin('topup as t', 't.intent_id', 'i.id')
    .select(['i.id', 'i.state', 'i.result_code', 'i.amount', 'i.account_reference'])
    .select(['i.submitted_at', 'i.confirmed_at'])
    .select((eb) => receiptOf(eb).as('receipt'))
    .where('t.owner_id', '=', ownerId)

type TopupRow = Awaited<ReturnType<ReturnType<typeof topupsOf>['executeTakeFirstOrThrow']>>

function present(row: TopupRow): GivenTopup {
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
