import type { InferResult } from 'kysely'
import type { Queryable } from '#lib/core/db.ts'
import { anyOf, kysely } from '#lib/core/kysely.ts'
import type { Cents } from '#lib/core/money.ts'
import type { LastPayment } from './policy.ts'

/** Selects subscriptions as `s`, each with its newest payment as `i`. */
export function withLastPayment(on: Queryable) {
  return kysely(on)
    .selectFrom('subscription as s')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('subscriptionPayment as p')
          .innerJoin('paymentIntent as i', 'i.id', 'p.intentId')
          .select(['i.state', 'i.resultCode', 'i.createdAt as askedAt', 'i.submittedAt', 'i.confirmedAt'])
          .select((e) => [
            'i.accountReference',
            'i.amount as askedAmount',
            'p.isLaunch as askedAsLaunch',
            e.cast<boolean>(e('i.checkoutRequestId', 'is not', null), 'boolean').as('canBeAsked'),
          ])
          .whereRef('p.subscriptionId', '=', 's.id')
          .orderBy('p.createdAt', 'desc')
          .orderBy('p.intentId', 'desc')
          .limit(1)
          .as('i'),
      (join) => join.onTrue(),
    )
    .select(['s.id', 's.dancerId', 's.status', 'i.state', 'i.resultCode', 'i.askedAt', 'i.submittedAt'])
    .select(['i.confirmedAt', 'i.canBeAsked', 'i.accountReference'])
    .select(['i.askedAmount', 'i.askedAsLaunch'])
}

export type SubscriptionRow = InferResult<ReturnType<typeof withLastPayment>>[number]

export function lastPayment(row: SubscriptionRow): LastPayment | null {
  if (!row.state || !row.askedAt) return null
  return {
    state: row.state,
    resultCode: row.resultCode,
    createdAt: row.askedAt,
    submittedAt: row.submittedAt,
    confirmedAt: row.confirmedAt,
    canBeAsked: row.canBeAsked ?? false,
  }
}

/** Creates the subscription if needed and locks it, to request and credit its payments in sequence. */
export async function lockSubscription(
  on: Queryable,
  of: { id: string; challengeId: string; dancerId: string; amount: Cents; moment: Date },
): Promise<SubscriptionRow> {
  const { id, challengeId, dancerId, amount, moment } = of
  await kysely(on)
    .insertInto('subscription')
    .values({ id, challengeId, dancerId, amount, createdAt: moment })
    .onConflict((conflict) => conflict.columns(['challengeId', 'dancerId']).doNothing())
    .execute()
  await kysely(on)
    .selectFrom('subscription')
    .select('id')
    .where('challengeId', '=', challengeId)
    .where('dancerId', '=', dancerId)
    .forNoKeyUpdate()
    .execute()
  // A separate statement after the lock, to see a payment requested meanwhile.
  return withLastPayment(on)
    .where('s.challengeId', '=', challengeId)
    .where('s.dancerId', '=', dancerId)
    .executeTakeFirstOrThrow()
}

/** Whether the dancer has paid for any month; the launch fee is for others. */
export async function hasEverPaid(on: Queryable, dancerId: string): Promise<boolean> {
  return (await whoHasPaid(on, [dancerId])).has(dancerId)
}

export async function whoHasPaid(on: Queryable, dancerIds: readonly string[]): Promise<Set<string>> {
  if (dancerIds.length === 0) return new Set()
  const paid = await kysely(on)
    .selectFrom('subscription')
    .select('dancerId')
    .where('dancerId', '=', anyOf(dancerIds))
    .where('status', '=', 'paid')
    .execute()
  return new Set(paid.map((row) => row.dancerId))
}
