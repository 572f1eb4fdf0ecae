import { type Expression, type Kysely, sql } from 'kysely'
import { readMobile } from '#lib/contract/phone.ts'
import type { CaseFilter } from '#lib/contract/reconciliation/calls.ts'
import { addSeconds, now } from '#lib/core/clock.ts'
import type { DB } from '#lib/core/generated/kysely/tables.ts'
import { isUuid } from '#lib/core/ids.ts'
import { statesLiteral } from '#lib/domain/payments/states.ts'
import { closedStates } from '#lib/domain/refunds/schema.ts'
import { PROOF_WITHIN_SECONDS } from './policy.ts'
import { openReversals } from './read-reversals.ts'
import { isStuck, isUnclear, mainReceiptOf, needsApproval } from './read-subjects.ts'
import type { Subject } from './schema.ts'

type Books = Kysely<DB>

/** A case, and since when it is open. */
export type Key = { kind: string; id: string; at: Date }
export type Keys = Expression<Key>

const kindOf = (kind: Subject['kind']) => sql<string>`${sql.lit(kind)}::text`.as('kind')
const textOf = (id: Expression<string>) => sql<string>`${id}::text`
const numbered = (kind: 'alert' | 'difference', id: Expression<bigint>) =>
  sql<string>`${sql.lit(`${kind}-`)} || ${id}`.as('id')

const payments = (books: Books) =>
  books.selectFrom('paymentIntent as i').select((eb) => [kindOf('payment'), textOf(eb.ref('i.id')).as('id')])

/**
 * Payments in review. Gifts held with a signal are decided with the signal (lib/domain/rings/commands.ts).
 */
const inReview = (books: Books) =>
  payments(books)
    .select('i.createdAt as at')
    .where('i.state', '=', sql.lit('review'))
    .where('i.reviewReason', 'is distinct from', sql.lit('signal_hold'))

const unheard = (books: Books) =>
  payments(books).select('i.createdAt as at').where('i.state', '=', sql.lit('unresolved'))

/** Payments counted by a query that have had no receipt for a day. */
const unproven = (books: Books) =>
  payments(books)
    .select((eb) => eb.ref('i.receiptMissingSince').$notNull().as('at'))
    .where('i.receiptMissingSince', '<', addSeconds(now(), -PROOF_WITHIN_SECONDS))

/** Receipts in suspense, except the main receipts of payments in review, which are listed as payments. */
const suspense = (books: Books) =>
  books
    .selectFrom('mpesaReceipt as r')
    .select([kindOf('receipt'), 'r.receipt as id', 'r.createdAt as at'])
    .where('r.status', '=', sql.lit('unmatched'))
    .where((eb) =>
      eb(
        'r.receipt',
        'is distinct from',
        mainReceiptOf(eb.ref('r.intentId').$notNull()).$castTo<string | null>(),
      ),
    )

const refunds = (books: Books) =>
  books
    .selectFrom('refund as f')
    .select((eb) => [
      sql<string>`CASE WHEN ${eb.ref('f.intentId')} IS NULL THEN 'receipt' ELSE 'payment' END`.as('kind'),
      sql<string>`coalesce(${eb.ref('f.intentId')}::text, ${eb.ref('f.receipt')})`.as('id'),
      'f.createdAt as at',
    ])

const refundsWithProblem = (books: Books) => refunds(books).where('f.problem', '<>', sql.lit(''))

const refundsForPeople = (books: Books) =>
  refunds(books).where((eb) =>
    eb.or([eb('f.problem', '<>', sql.lit('')), eb('f.state', 'not in', statesLiteral(closedStates))]),
  )

/** Payments that M-Pesa reversed by itself, and reversals of unknown payments. */
const reversed = (books: Books) => [
  receiptKeys(books).where('r.receipt', 'in', () => openReversals(books).select('v.payment')),
  reversals(books).where('v.payment', 'is', null),
]

const reversals = (books: Books) =>
  openReversals(books).select((eb) => [
    kindOf('reversal'),
    sql<string>`'reversal-' || ${eb.ref('v.receipt')}`.as('id'),
    'v.createdAt as at',
  ])

const payoutKeys = (books: Books) =>
  books
    .selectFrom('payout as p')
    .select((eb) => [kindOf('payout'), textOf(eb.ref('p.id')).as('id'), 'p.createdAt as at'])

const payouts = (books: Books, threshold: bigint) =>
  payoutKeys(books)
    .where('p.state', 'not in', statesLiteral(['paid', 'cancelled']))
    .where((eb) => eb.or([isUnclear, isStuck, needsApproval(threshold)]))

/** Selects open alerts, except those about unclear and stuck payouts, which are listed themselves. */
const payoutAlerts = (books: Books) =>
  books
    .selectFrom('payoutAlert as l')
    .select((eb) => [kindOf('alert'), numbered('alert', eb.ref('l.id')), 'l.createdAt as at'])
    .where('l.resolvedAt', 'is', null)
    .where('l.kind', 'not in', statesLiteral(['unresolved', 'stuck']))

const differences = (books: Books) =>
  books
    .selectFrom('balanceDifference as d')
    .select((eb) => [kindOf('difference'), numbered('difference', eb.ref('d.id')), 'd.firstSeenAt as at'])
    .where('d.alertedAt', 'is not', null)
    .where('d.closedAt', 'is', null)

/** Gifts of escalated fraud signals. */
const flagged = (books: Books) =>
  books
    .selectFrom('fraudSignal as s')
    .crossJoinLateral((eb) => sql<{ id: string }>`unnest(${eb.ref('s.giftIds')})`.as<'gift'>(sql`gift(id)`))
    .select((eb) => [kindOf('payment'), textOf(eb.ref('gift.id')).as('id'), 's.updatedAt as at'])
    .where('s.status', '=', sql.lit('escalated'))

const decided = (books: Books) =>
  books
    .selectFrom('resolution as n')
    .select((eb) => [
      'n.subjectType as kind',
      'n.subjectId as id',
      sql<Date>`max(${eb.ref('n.decidedAt')})`.as('at'),
    ])
    .where('n.state', '<>', sql.lit('open'))
    .groupBy(['n.subjectType', 'n.subjectId'])

/** The queries of one filter. `unresolved` is the one definition of the cases that need people. */
export function partsOf(status: CaseFilter, books: Books, threshold: bigint): Keys[] {
  switch (status) {
    case 'unresolved':
      return [
        inReview(books),
        unheard(books),
        unproven(books),
        suspense(books),
        refundsWithProblem(books),
        ...reversed(books),
        payouts(books, threshold),
        payoutAlerts(books),
        differences(books),
      ]
    case 'review':
      return [inReview(books)]
    case 'unheard':
      return [unheard(books), unproven(books)]
    case 'suspense':
      return [suspense(books)]
    case 'refunds':
      return [refundsForPeople(books), ...reversed(books)]
    case 'payouts':
      return [payouts(books, threshold)]
    case 'flagged':
      return [flagged(books)]
    case 'alerts':
      return [payoutAlerts(books), differences(books)]
    case 'decided':
      return [decided(books)]
  }
}

/**
 * Searches by a whole receipt, phone, id, reference or account number. A payment's main receipt is found as
 * the payment.
 */
export function searched(search: string, books: Books): Keys[] {
  const id = isUuid(search) ? search.toLowerCase() : null
  const upper = sql<string>`upper(${search})`
  const phone = readMobile(search) ?? search
  const paymentsAt = () => payments(books).select('i.createdAt as at')
  // Each part uses indexes only, so years of books take no longer. A gift stores its payment's phone.
  return [
    paymentsAt().where((eb) =>
      eb.or([eb('i.accountReference', '=', upper), ...(id === null ? [] : [eb('i.id', '=', id)])]),
    ),
    paymentsAt().innerJoin('gift as g', 'g.intentId', 'i.id').where('g.phone', '=', phone),
    paymentsAt().where('i.purpose', '<>', sql.lit('gift')).where('i.phone', '=', phone),
    receiptKeys(books).where('r.receipt', '=', upper),
    // A typed account number that names nothing is only in its receipt. Suspense is small and has a separate
    // index.
    receiptKeys(books)
      .where('r.status', '=', sql.lit('unmatched'))
      .where((eb) => eb(eb.fn('upper', ['r.accountReference']), '=', upper)),
    receiptKeys(books).where('r.phone', '=', phone).where('r.source', 'in', statesLiteral(paybillSources)),
    receiptKeys(books)
      .where('r.phone', '=', phone)
      .where('r.source', 'not in', statesLiteral(paybillSources)),
    receiptKeys(books).where('r.receipt', 'in', (eb) =>
      eb
        .selectFrom('refund')
        .select('receipt')
        .where((of) => of.or([of('reference', '=', upper), of('proof', '=', upper)])),
    ),
    receiptKeys(books).where('r.receipt', 'in', (eb) =>
      eb
        .selectFrom('mpesaReversal')
        .select('payment')
        .where('receipt', '=', upper)
        .where('payment', 'is not', null)
        .$castTo<{ payment: string }>(),
    ),
    reversals(books)
      .where('v.payment', 'is', null)
      .where((eb) =>
        eb.or([eb('v.receipt', '=', upper), eb('v.phone', '=', phone), eb('v.accountReference', '=', upper)]),
      ),
    payoutKeys(books).where((eb) =>
      eb.or([
        eb('p.reference', '=', upper),
        eb('p.receipt', '=', upper),
        eb('p.phone', '=', phone),
        ...(id === null ? [] : [eb('p.id', '=', id)]),
      ]),
    ),
  ]
}

/** Receipts of these sources have a separate index on the phone. */
const paybillSources = ['paybill', 'statement'] as const

/** Receipts as cases; a main receipt stands for its payment's case. */
const receiptKeys = (books: Books) =>
  books
    .selectFrom('mpesaReceipt as r')
    .leftJoin('paymentIntent as i', (join) =>
      join.onRef('i.id', '=', 'r.intentId').on((eb) => eb('r.receipt', '=', mainReceiptOf(eb.ref('i.id')))),
    )
    .select((eb) => [
      sql<string>`CASE WHEN ${eb.ref('i.id')} IS NULL THEN 'receipt' ELSE 'payment' END`.as('kind'),
      sql<string>`coalesce(${eb.ref('i.id')}::text, ${eb.ref('r.receipt')})`.as('id'),
      'r.createdAt as at',
    ])

/** One row per case, with its earliest time. */
export function joined(books: Books, parts: readonly Keys[]) {
  const union = sql<Key>`(${sql.join(parts, sql` UNION ALL `)})`.as<'found'>(sql`found`)
  return books
    .selectFrom(union)
    .select((eb) => ['kind', 'id', sql<Date>`min(${eb.ref('at')})`.as('at')])
    .groupBy(['kind', 'id'])
}
