import { type Expression, expressionBuilder, type Kysely, sql } from 'kysely'
import { jsonBuildObject } from 'kysely/helpers/postgres'
import type { MoneyStep } from '#lib/contract/people/constants.ts'
import type { DB, ReceiptStatus } from '#lib/core/generated/kysely/tables.ts'
import { signalHeldAt } from '#lib/domain/gifts/gift-journals.ts'
import { declinedStates, paidStates, pendingStates, statesLiteral } from '#lib/domain/payments/states.ts'
import { openReversals } from '#lib/domain/reconciliation/read-reversals.ts'
import { mainReceiptOf } from '#lib/domain/reconciliation/read-subjects.ts'
import { reversalReason, reversedByMpesaAt } from '#lib/domain/refunds/own-reversals.ts'

export type Books = Kysely<DB>

/** Every section selects all columns, so that one statement filters, counts and sums any section. */
export type SectionRow = {
  id: string
  at: Date
  kind: string
  state: string | null
  title: string | null
  detail: string | null
  reason: string | null
  /** M-Pesa's result code, or ours, of money that was not paid. */
  code: string | null
  month: string | null
  /** Cents. */
  amount: bigint | null
  /** Cents that a payment's order asked for. */
  asked: bigint | null
  balance: bigint | null
  votes: number | null
  receipt: string | null
  reference: string | null
  phone: string | null
  by: string | null
  steps: Partial<Record<MoneyStep, string | null>> | null
  caseId: string | null
  videoId: string | null
  /** Sort key of a wallet's journals; null in other sections. */
  place: bigint | null
}

const columns = {
  id: 'text',
  at: 'timestamptz',
  kind: 'text',
  state: 'text',
  title: 'text',
  detail: 'text',
  reason: 'text',
  code: 'text',
  month: 'text',
  amount: 'bigint',
  asked: 'bigint',
  balance: 'bigint',
  votes: 'integer',
  receipt: 'text',
  reference: 'text',
  phone: 'text',
  by: 'text',
  steps: 'jsonb',
  caseId: 'text',
  videoId: 'text',
  place: 'bigint',
} as const satisfies Record<keyof SectionRow, string>

type Column = keyof SectionRow
const isColumn = (name: string): name is Column => Object.hasOwn(columns, name)

/** SQL: all columns of a row; absent ones are null. */
export function cells(given: Partial<Record<Column, Expression<unknown>>>) {
  return Object.keys(columns)
    .filter(isColumn)
    .map((name) => sql<never>`${given[name] ?? sql`NULL`}::${sql.raw(columns[name])}`.as(name))
}

/** SQL: steps with their times; null for steps that have not happened. */
export const stepsOf = (steps: Partial<Record<MoneyStep, Expression<unknown>>>) =>
  jsonBuildObject({ ...steps })

const ofBooks = expressionBuilder<DB, never>()
const ofIntent = expressionBuilder<DB & { i: DB['paymentIntent'] }, 'i'>()
const mainReceipt = ofIntent
  .selectFrom('mpesaReceipt as a')
  .where('a.receipt', '=', mainReceiptOf(ofIntent.ref('i.id')).$asScalar())

/** SQL: when payment `i` was counted; null if it never was. */
export const countedAt = ofIntent
  .case()
  .when(
    ofIntent.or([
      ofIntent('i.state', '=', sql.lit('credited')),
      ofIntent.and([
        ofIntent('i.state', 'in', statesLiteral(paidStates)),
        ofIntent.exists(
          ofIntent
            .selectFrom('journal as j')
            .select('j.id')
            .where('j.idempotencyKey', '=', sql<string>`'intent:' || ${ofIntent.ref('i.id')}`),
        ),
      ]),
    ]),
  )
  .then(ofIntent.ref('i.settledAt'))
  .end()

const reversals = (states: readonly ReceiptStatus[]) =>
  openReversals(ofBooks)
    .innerJoin('mpesaReceipt as n', 'n.receipt', 'v.payment')
    .where('n.intentId', 'is not', null)
    .where('n.status', 'in', statesLiteral(states))

const isReversedIn = (state: 'credited' | 'review' | 'refund_pending', receipts: readonly ReceiptStatus[]) =>
  ofIntent.and([
    ofIntent('i.state', '=', sql.lit(state)),
    ofIntent(
      'i.id',
      'in',
      reversals(receipts).select((eb) => eb.ref('n.intentId').$notNull().as('id')),
    ),
  ])

/** SQL: whether M-Pesa has reversed payment `i` by itself, and people have not decided yet. */
const isReversed = ofIntent.or([
  isReversedIn('credited', ['credited', 'claimed']),
  isReversedIn('review', ['unmatched']),
  isReversedIn('refund_pending', ['refund_pending']),
])

const newestRefund = ofIntent
  .selectFrom('refund as f')
  .whereRef('f.intentId', '=', 'i.id')
  .orderBy('f.createdAt', 'desc')
  .limit(1)

const ofRefund = expressionBuilder<DB & { f: DB['refund'] }, 'f'>()
const isSentByUs = ofRefund(reversedByMpesaAt, 'is', null)

/** SQL: steps of refund `f`. One that only books a reversal by M-Pesa was neither requested nor sent. */
export const refundSteps = {
  reversed: reversedByMpesaAt,
  refund_asked: ofRefund.case().when(isSentByUs).then(ofRefund.ref('f.createdAt')).end(),
  refunded: ofRefund
    .case()
    .when(ofRefund.and([ofRefund('f.state', '=', sql.lit('done')), isSentByUs]))
    .then(ofRefund.ref('f.closedAt'))
    .end(),
} as const

/** SQL: the state of payment `i` in the desk's words. */
const standing = ofIntent
  .case()
  .when(isReversed)
  .then(sql.lit('reversed'))
  .when('i.state', 'in', statesLiteral(pendingStates))
  .then(sql.lit('waiting'))
  .when('i.state', 'in', statesLiteral(declinedStates))
  .then(sql.lit('not_paid'))
  .when('i.state', '=', sql.lit('credited'))
  .then(sql.lit('counted'))
  .when('i.state', '=', sql.lit('refund_pending'))
  .then(sql.lit('refunding'))
  .else(sql<string>`${ofIntent.ref('i.state')}::text`)
  .end()

/** States in which money is not settled. */
export const openStandings = ['waiting', 'review', 'unresolved', 'refunding', 'reversed'] as const
const undecidedStates = [...pendingStates, 'review', 'unresolved'] as const

/** SQL: whether payment `i` is in a state of `openStandings`. */
export const isOpenPayment = ofIntent.or([
  ofIntent('i.state', 'in', statesLiteral([...undecidedStates, 'refund_pending'])),
  isReversed,
])
/** SQL: the same without refunds in progress. */
export const isUndecidedPayment = ofIntent.or([
  ofIntent('i.state', 'in', statesLiteral(undecidedStates)),
  isReversed,
])

/** SQL: the amount of payment `i`: for held or refunded money the paid amount, not the ordered one. */
const paidAmount = ofIntent
  .case()
  .when('i.state', 'in', statesLiteral(['review', 'refund_pending', 'refunded']))
  .then(ofIntent.fn.coalesce(mainReceipt.select('a.amount'), 'i.amount'))
  .else(ofIntent.ref('i.amount'))
  .end()

export const paymentSteps = {
  asked: ofIntent.ref('i.createdAt'),
  prompted: ofIntent.ref('i.submittedAt'),
  paid: ofIntent.fn.coalesce('i.paidAt', mainReceipt.select('a.paidAt')),
  settled: countedAt,
  held: signalHeldAt,
  not_paid: ofIntent
    .case()
    .when('i.state', 'in', statesLiteral(declinedStates))
    .then(ofIntent.ref('i.settledAt'))
    .end(),
  reversed: ofIntent
    .case()
    .when(isReversed)
    .then(
      openReversals(ofBooks)
        .innerJoin('mpesaReceipt as n', 'n.receipt', 'v.payment')
        .select('v.reversedAt')
        .where('n.intentId', '=', ofIntent.ref('i.id'))
        .orderBy('v.createdAt')
        .limit(1)
        .$asScalar(),
    )
    .else(newestRefund.select(refundSteps.reversed.as('at')).$asScalar())
    .end(),
  refund_asked: newestRefund.select(refundSteps.refund_asked.as('at')),
  refunded: newestRefund.select(refundSteps.refunded.as('at')),
} as const

export const paymentCells = {
  id: ofIntent.ref('i.id'),
  at: ofIntent.ref('i.createdAt'),
  kind: ofIntent.ref('i.purpose'),
  state: standing,
  amount: paidAmount,
  asked: ofIntent.ref('i.amount'),
  phone: ofIntent.ref('i.phone'),
  reference: ofIntent.ref('i.accountReference'),
  receipt: mainReceiptOf(ofIntent.ref('i.id')),
  reason: ofIntent.fn.coalesce(
    newestRefund.select(reversalReason.as('why')),
    'i.reviewReason',
    'i.holdReason',
  ),
  code: ofIntent
    .case()
    .when('i.state', 'in', statesLiteral(declinedStates))
    .then(ofIntent.ref('i.resultCode'))
    .end(),
  steps: stepsOf(paymentSteps),
  caseId: ofIntent.ref('i.id'),
} as const

export const videoTitle = sql<string>`coalesce(nullif(v.title, ''), t.title)`
