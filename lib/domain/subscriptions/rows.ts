import type { InferResult } from 'kysely'
import type { Queryable } from '#lib/core/db.ts'
import { kysely } from '#lib/core/kysely.ts'
import type { Cents } from '#lib/core/money.ts'
import { prisma } from '#lib/core/prisma.ts'
import type { LastPayment } from './policy.ts'

/** Selects subscriptions, as `s`, each with its newest payment. */
export function withLastPayment(on: Queryable) {
  return kysely(on)
    .selectFrom('subscription as s')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('subscription_payment as p')
          .innerJoin('payment_intent as i', 'i.id', 'p.intent_id')
          .select([
            'i.state',
            'i.result_code',
            'i.created_at as asked_at',
            'i.submitted_at',
            'i.confirmed_at',
          ])
          .select((e) => [
            'i.account_reference',
            'i.amount as asked_amount',
            'p.is_launch as asked_as_launch',
            e.cast<boolean>(e('i.checkout_request_id', 'is not', null), 'boolean').as('can_be_asked'),
          ])
          .whereRef('p.subscription_id', '=', 's.id')
          .orderBy('p.created_at', 'desc')
          .orderBy('p.intent_id', 'desc')
          .limit(1)
          .as('i'),
      (join) => join.onTrue(),
    )
    .select(['s.id', 's.dancer_id', 's.status', 'i.state', 'i.result_code', 'i.asked_at', 'i.submitted_at'])
    .select(['i.confirmed_at', 'i.can_be_asked', 'i.account_reference'])
    .select(['i.asked_amount', 'i.asked_as_launch'])
}

export type SubscriptionRow = InferResult<ReturnType<typeof withLastPayment>>[number]

/** Returns the newest payment of a row, or null. */
export function lastPayment(row: SubscriptionRow): LastPayment | null {
  if (!row.state || !row.asked_at) return null
  return {
    state: row.state,
    resultCode: row.result_code,
    createdAt: row.asked_at,
    submittedAt: row.submitted_at,
    confirmedAt: row.confirmed_at,
    canBeAsked: row.can_be_asked ?? false,
  }
}

/**
 * Opens a dancer's subscription where there is none, and locks it: payments of one subscription are asked for, and
 * credited, one after the other.
 */
export async function lockSubscription(
  on: Queryable,
  of: { id: string; challengeId: string; dancerId: string; amount: Cents; moment: Date },
): Promise<SubscriptionRow> {
  const { id, challengeId, dancerId, amount, moment } = of
  await kysely(on)
    .insertInto('subscription')
    .values({ id, challenge_id: challengeId, dancer_id: dancerId, amount, created_at: moment })
    .onConflict((conflict) => conflict.columns(['challenge_id', 'dancer_id']).doNothing())
    .execute()
  await kysely(on)
    .selectFrom('subscription')
    .select('id')
    .where('challenge_id', '=', challengeId)
    .where('dancer_id', '=', dancerId)
    .forNoKeyUpdate()
    .execute()
  // A statement of its own after the lock: it has to see a payment that was asked for meanwhile.
  return withLastPayment(on)
    .where('s.challenge_id', '=', challengeId)
    .where('s.dancer_id', '=', dancerId)
    .executeTakeFirstOrThrow()
}

/** Tells whether a dancer has ever paid for a month. The launch fee is for those who have not. */
export async function hasEverPaid(on: Queryable, dancerId: string): Promise<boolean> {
  return (await whoHasPaid(on, [dancerId])).has(dancerId)
}

/** Finds which of these dancers have ever paid for a month. */
export async function whoHasPaid(on: Queryable, dancerIds: readonly string[]): Promise<Set<string>> {
  if (dancerIds.length === 0) return new Set()
  const paid = await prisma(on).subscription.findMany({
    where: { dancerId: { in: [...dancerIds] }, status: 'paid' },
    select: { dancerId: true },
  })
  return new Set(paid.map((row) => row.dancerId))
}
