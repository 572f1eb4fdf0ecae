import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely'
import { jsonBuildObject } from 'kysely/helpers/postgres'
import { z } from 'zod'
import type { Queryable } from '#lib/core/db.ts'
import type { DB } from '#lib/core/generated/kysely/tables.ts'
import { anyOf, kysely } from '#lib/core/kysely.ts'
import { shillings } from '#lib/core/money.ts'
import { inFlightStates } from '#lib/domain/outgoing/schema.ts'
import { statesLiteral } from '#lib/domain/payments/states.ts'
import { APPROVERS_NEEDED, approvalsOf } from '#lib/domain/payouts/approve.ts'
import { releasedStates } from '#lib/domain/payouts/schema.ts'
import { reversalReason } from '#lib/domain/refunds/own-reversals.ts'
import { readSettings } from '#lib/domain/settings/queries.ts'
import { accounts } from './balance-policy.ts'
import { openReversalOf, readReversals, toReversal } from './read-reversals.ts'
import {
  type AlertSubject,
  CLOSED_BY_PEOPLE,
  type DifferenceSubject,
  type Money,
  type PaymentSubject,
  type PayoutSubject,
  type ReceiptSubject,
  type Subject,
} from './schema.ts'

const ofReceipt = expressionBuilder<DB & { m: DB['mpesaReceipt'] }, 'm'>()
const ofPayout = expressionBuilder<DB & { p: DB['payout'] }, 'p'>()

const moneyJson = jsonBuildObject({
  receipt: ofReceipt.ref('m.receipt'),
  status: ofReceipt.ref('m.status'),
  amount: ofReceipt.cast<string>('m.amount', 'text'),
  paidAt: ofReceipt.ref('m.paidAt'),
  phone: ofReceipt.ref('m.phone'),
  accountReference: ofReceipt.ref('m.accountReference'),
  reason: ofReceipt.ref('m.reason'),
})

type MoneyRow = Omit<Money, 'amount' | 'paidAt'> & { amount: string; paidAt: string }

function toMoney(row: MoneyRow): Money {
  return { ...row, amount: BigInt(row.amount), paidAt: new Date(row.paidAt) }
}

/**
 * SQL: whether receipt `m` decides the state of its intent. A receipt in suspense does so only while the
 * intent is in review: behind a closed intent nobody could decide about the money. A receipt that two people
 * decided about separately does not.
 */
const speaksOf = (intentId: Expression<string>) => {
  const eb = ofReceipt
  const isSentBackForIt = eb.exists(
    eb
      .selectFrom('refund as f')
      .select('f.id')
      .whereRef('f.receipt', '=', 'm.receipt')
      .where('f.intentId', '=', intentId),
  )
  const isOf = (status: Money['status'], intent: Expression<SqlBool>) =>
    eb.and([eb('m.status', '=', sql.lit(status)), intent])
  const intents = eb.selectFrom('paymentIntent as p').select('p.id').where('p.id', '=', intentId)
  return eb.or([
    eb('m.status', 'in', statesLiteral(['credited', 'claimed'])),
    eb.and([eb('m.status', 'in', statesLiteral(['refund_pending', 'refunded'])), isSentBackForIt]),
    isOf('unmatched', eb.exists(intents.where('p.state', '=', sql.lit('review')))),
    isOf('written_off', eb.exists(intents.where('p.resultCode', '=', sql.lit(CLOSED_BY_PEOPLE)))),
  ])
}

/**
 * SQL: the receipt that decides the state of an intent: the refunded one, else the one that paid, else the
 * one in suspense because of it. Any other receipt is a separate case.
 */
const mainReceipt = (intentId: Expression<string>) =>
  ofReceipt
    .selectFrom('mpesaReceipt as m')
    .where('m.intentId', '=', intentId)
    .where(speaksOf(intentId))
    .orderBy(
      (eb) =>
        eb.exists(
          eb
            .selectFrom('refund as f')
            .select('f.id')
            .whereRef('f.receipt', '=', 'm.receipt')
            .where('f.intentId', '=', intentId)
            .where('f.state', '<>', sql.lit('failed')),
        ),
      'desc',
    )
    .orderBy((eb) => eb('m.status', 'in', statesLiteral(['credited', 'claimed'])), 'desc')
    .orderBy((eb) => eb('m.status', '=', sql.lit('unmatched')), 'desc')
    .orderBy('m.createdAt')
    .orderBy('m.receipt')
    .limit(1)

export const mainReceiptOf = (intentId: Expression<string>) => mainReceipt(intentId).select('m.receipt')

/** SQL: the amount of an intent's main receipt, in cents. */
export const amountPaidOf = (intentId: Expression<string>) => mainReceipt(intentId).select('m.amount')

const newestRefund = (receipt: Expression<string | null>) =>
  ofReceipt
    .selectFrom('refund as f')
    .select((eb) =>
      jsonBuildObject({
        id: eb.ref('f.id'),
        state: eb.ref('f.state'),
        method: eb.ref('f.method'),
        problem: eb.ref('f.problem'),
        attemptId: eb.ref('f.attemptId'),
      }).as('refund'),
    )
    .select(reversalReason.as('reversalReason'))
    .where('f.receipt', '=', receipt)
    .orderBy('f.createdAt', 'desc')
    .limit(1)

const peopleOf = (ids: readonly Expression<string | null>[]) =>
  sql<string[]>`array_remove(ARRAY[${sql.join(ids)}], NULL)::text[]`.as('people')

async function readPayments(on: Queryable, ids: readonly string[]): Promise<PaymentSubject[]> {
  const found = await kysely(on)
    .selectFrom('paymentIntent as i')
    .leftJoin('gift as g', 'g.intentId', 'i.id')
    .leftJoin('video as v', 'v.id', 'g.videoId')
    .leftJoin('track as t', 't.id', 'v.trackId')
    .leftJoin('subscriptionPayment as p', 'p.intentId', 'i.id')
    .leftJoin('subscription as s', 's.id', 'p.subscriptionId')
    .leftJoin('challenge as c', 'c.id', 's.challengeId')
    .leftJoin('topup as u', 'u.intentId', 'i.id')
    .leftJoin('appUser as w', 'w.id', 'u.ownerId')
    .leftJoinLateral(
      (eb) =>
        mainReceipt(eb.ref('i.id'))
          .select(['m.receipt', moneyJson.as('money')])
          .as('m'),
      (join) => join.onTrue(),
    )
    .leftJoinLateral(
      (eb) => newestRefund(eb.ref('m.receipt')).as('f'),
      (join) => join.onTrue(),
    )
    .leftJoinLateral(
      (eb) => openReversalOf(kysely(on), eb.ref('m.receipt')).as('x'),
      (join) => join.onTrue(),
    )
    .select(['i.id', 'i.createdAt as since', 'i.state', 'i.purpose', 'i.amount', 'i.phone'])
    .select(['i.accountReference as reference', 'i.submittedAt', 'm.money', 'f.refund'])
    .select(['x.reversal', 'g.voteCount as votes'])
    .select('i.receiptMissingSince')
    .select((eb) => [
      eb.fn.coalesce('f.reversalReason', 'i.reviewReason', 'i.holdReason').as('reason'),
      eb.fn
        .coalesce(
          eb.fn<string | null>('nullif', ['v.title', sql.lit('')]),
          't.title',
          'c.title',
          'w.username',
        )
        .as('about'),
      eb
        .exists(
          eb
            .selectFrom('journal as j')
            .innerJoin('journal as r', 'r.reversalOf', 'j.id')
            .select('j.id')
            .where('j.idempotencyKey', '=', sql<string>`'intent:' || ${eb.ref('i.id')}`),
        )
        .$castTo<boolean>()
        .as('wasTakenBack'),
      peopleOf([eb.ref('v.dancerId'), eb.ref('t.musicianId'), eb.ref('s.dancerId'), eb.ref('w.id')]),
    ])
    .where('i.id', '=', anyOf(ids))
    .execute()
  return found.map((row) => ({
    ...row,
    kind: 'payment',
    money: row.money && toMoney(row.money),
    reversal: toReversal(row.reversal),
  }))
}

async function readReceipts(on: Queryable, receipts: readonly string[]): Promise<ReceiptSubject[]> {
  const found = await kysely(on)
    .selectFrom('mpesaReceipt as m')
    .leftJoin('paymentIntent as i', 'i.id', 'm.intentId')
    .leftJoin('gift as g', 'g.intentId', 'm.intentId')
    .leftJoin('video as v', 'v.id', 'g.videoId')
    .leftJoin('track as t', 't.id', 'v.trackId')
    .leftJoin('subscriptionPayment as p', 'p.intentId', 'm.intentId')
    .leftJoin('subscription as s', 's.id', 'p.subscriptionId')
    .leftJoin('topup as u', 'u.intentId', 'm.intentId')
    .leftJoinLateral(
      (eb) => newestRefund(eb.ref('m.receipt')).as('f'),
      (join) => join.onTrue(),
    )
    .leftJoinLateral(
      (eb) => openReversalOf(kysely(on), eb.ref('m.receipt')).as('x'),
      (join) => join.onTrue(),
    )
    .select(['m.receipt as id', 'm.createdAt as since', moneyJson.as('money'), 'f.refund'])
    .select(['i.phone as orderedBy', 'x.reversal'])
    .select((eb) => [
      eb.fn<string | null>('nullif', ['v.title', sql.lit('')]).as('about'),
      peopleOf([eb.ref('v.dancerId'), eb.ref('t.musicianId'), eb.ref('s.dancerId'), eb.ref('u.ownerId')]),
    ])
    .where('m.receipt', '=', anyOf(receipts))
    .execute()
  return found.map((row) => ({
    ...row,
    kind: 'receipt',
    money: toMoney(row.money),
    reversal: toReversal(row.reversal),
  }))
}

export const needsApproval = (threshold: bigint) =>
  ofPayout.and([
    ofPayout('p.state', '=', sql.lit('requested')),
    ofPayout('p.isHeld', '=', sql.lit(true)),
    ofPayout('p.amount', '>', threshold),
    ofPayout(approvalsOf(ofPayout), '<', BigInt(APPROVERS_NEEDED)),
  ])

const hasOpenAlert = (kind: 'unresolved' | 'stuck') =>
  ofPayout.exists(
    ofPayout
      .selectFrom('payoutAlert as l')
      .select('l.id')
      .whereRef('l.payoutId', '=', 'p.id')
      .where('l.kind', '=', sql.lit(kind))
      .where('l.resolvedAt', 'is', null),
  )

export const isUnclear = ofPayout.and([
  ofPayout('p.state', 'in', statesLiteral(inFlightStates)),
  hasOpenAlert('unresolved'),
])

export const isStuck = ofPayout.and([
  ofPayout('p.state', 'in', statesLiteral(['approved', 'submitting'])),
  hasOpenAlert('stuck'),
])

/** Cents; payouts above it need two people. */
export async function approvalThreshold(on: Queryable): Promise<bigint> {
  return shillings((await readSettings(on)).payout_second_approval_above)
}

async function readPayouts(on: Queryable, ids: readonly string[]): Promise<PayoutSubject[]> {
  const threshold = await approvalThreshold(on)
  const found = await kysely(on)
    .selectFrom('payout as p')
    .innerJoin('appUser as u', 'u.id', 'p.ownerId')
    .select(['p.id', 'p.createdAt as since', 'p.state', 'p.amount', 'p.phone', 'p.reference', 'p.receipt'])
    .select(['p.resultCode', 'p.attemptId', 'u.username as about', 'p.ownerId'])
    .select(isUnclear.$castTo<boolean>().as('isUnclear'))
    .select(isStuck.$castTo<boolean>().as('isStuck'))
    .select(needsApproval(threshold).$castTo<boolean>().as('needsApproval'))
    .where('p.id', '=', anyOf(ids))
    .execute()
  return found.map(({ ownerId, ...row }) => ({ ...row, kind: 'payout', people: [ownerId] }))
}

/** Reads alerts by `alert-<number>`. */
async function readAlerts(on: Queryable, ids: readonly string[]): Promise<AlertSubject[]> {
  const found = await kysely(on)
    .selectFrom('payoutAlert as l')
    .leftJoin('payout as p', 'p.id', 'l.payoutId')
    .select(['l.createdAt as since', 'l.kind as alert', 'l.detail', 'p.reference', 'p.amount', 'p.ownerId'])
    .select(['l.id as alertId', 'p.id as payoutId', 'p.phone'])
    .select((eb) => [
      sql<string>`'alert-' || ${eb.ref('l.id')}`.as('id'),
      eb
        .and([eb('p.state', 'in', statesLiteral(releasedStates)), eb('p.isHeld', '=', false)])
        .$castTo<boolean | null>()
        .as('isReleased'),
      eb('l.resolvedAt', 'is', null).$castTo<boolean>().as('isOpen'),
    ])
    .where((eb) => sql<boolean>`'alert-' || ${eb.ref('l.id')} = any(${ids}::text[])`)
    .execute()
  return found.map(({ ownerId, isReleased, ...row }) => ({
    ...row,
    kind: 'alert',
    isReleased: isReleased ?? false,
    people: ownerId ? [ownerId] : [],
  }))
}

const accountName = z.enum(accounts)

/** Reads differences by `difference-<number>`. */
async function readDifferences(on: Queryable, ids: readonly string[]): Promise<DifferenceSubject[]> {
  const found = await kysely(on)
    .selectFrom('balanceDifference as d')
    .select(['d.firstSeenAt as since', 'd.account', 'd.amount'])
    .select((eb) => [
      sql<string>`'difference-' || ${eb.ref('d.id')}`.as('id'),
      eb('d.closedAt', 'is', null).$castTo<boolean>().as('isOpen'),
    ])
    .where((eb) => sql<boolean>`'difference-' || ${eb.ref('d.id')} = any(${ids}::text[])`)
    .execute()
  return found.map((row) => ({
    ...row,
    kind: 'difference',
    account: accountName.parse(row.account),
    people: [],
  }))
}

const readers: Readonly<
  Record<Subject['kind'], (on: Queryable, ids: readonly string[]) => Promise<Subject[]>>
> = {
  payment: readPayments,
  receipt: readReceipts,
  payout: readPayouts,
  alert: readAlerts,
  difference: readDifferences,
  reversal: readReversals,
}

/** Returns subjects in the order of the keys; skips unknown ones. */
export async function readSubjects(
  on: Queryable,
  keys: readonly { kind: Subject['kind']; id: string }[],
): Promise<Subject[]> {
  const found = new Map<string, Subject>()
  for (const [kind, of] of Map.groupBy(keys, (key) => key.kind))
    for (const subject of await readers[kind](
      on,
      of.map(({ id }) => id),
    ))
      found.set(`${kind} ${subject.id}`, subject)
  return keys.flatMap(({ kind, id }) => found.get(`${kind} ${id}`) ?? [])
}
