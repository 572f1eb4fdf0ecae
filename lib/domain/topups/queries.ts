import type { GivenTopup } from '#lib/contract/topups/calls.ts'
import { now } from '#lib/core/clock.ts'
import { db, type Queryable } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { NotFoundError } from '#lib/core/errors.ts'
import { kysely } from '#lib/core/kysely.ts'
import { toShillings } from '#lib/core/money.ts'
import { promptStandingOf } from '#lib/domain/payments/policy.ts'
import { receiptOf } from '#lib/domain/payments/settlement-rows.ts'
import { statesLiteral, undecidedStates } from '#lib/domain/payments/states.ts'
import { standingOf } from './policy.ts'

/** Whether the top-up can still be credited: false after the owner closed the account. */
export async function isTopupTaken(on: Queryable, id: string): Promise<boolean> {
  const row = await kysely(on)
    .selectFrom('topup as t')
    .innerJoin('appUser as u', 'u.id', 't.ownerId')
    .select('u.deletedAt')
    .where('t.intentId', '=', id)
    .executeTakeFirst()
  return row !== undefined && row.deletedAt === null
}

/** @throws NotFoundError unless the top-up is the owner's */
export async function findTopup(ownerId: string, id: string): Promise<GivenTopup> {
  const row = await topupsOf(ownerId).where('i.id', '=', id).executeTakeFirst()
  if (!row) throw new NotFoundError()
  return present(row)
}

/** States that the owner sees as pending: without an outcome, or under review by people. */
const openStates = [...undecidedStates, 'review'] as const
const MOST_OPEN = 5

export async function listOpenTopups(ownerId: string): Promise<GivenTopup[]> {
  const found = await topupsOf(ownerId)
    .where('i.state', 'in', statesLiteral(openStates))
    .orderBy('t.createdAt', 'desc')
    .limit(MOST_OPEN)
    .execute()
  return found.map(present)
}

const topupsOf = (ownerId: string) =>
  kysely(db())
    .selectFrom('paymentIntent as i')
    .innerJoin('topup as t', 't.intentId', 'i.id')
    .select(['i.id', 'i.state', 'i.resultCode', 'i.amount', 'i.accountReference'])
    .select(['i.submittedAt', 'i.confirmedAt'])
    .select((eb) => receiptOf(eb).as('receipt'))
    .where('t.ownerId', '=', ownerId)

type TopupRow = Awaited<ReturnType<ReturnType<typeof topupsOf>['executeTakeFirstOrThrow']>>

function present(row: TopupRow): GivenTopup {
  const prompt = promptStandingOf(row, now())
  const isUnclear = prompt === 'unsure' || prompt === 'over'
  const canPayByHand = isUnclear || row.state === 'rejected' || row.state === 'declined'
  return {
    id: row.id,
    ...standingOf(row.state, row.resultCode, prompt),
    amount: toShillings(row.amount),
    ...(row.receipt === null ? {} : { receipt: row.receipt }),
    paybill: canPayByHand
      ? { business_number: env.MPESA_SHORTCODE, account_number: row.accountReference }
      : null,
    prompt,
  }
}
