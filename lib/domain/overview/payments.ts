import { type Kysely, sql } from 'kysely'
import type {
  GivenPaymentTotals,
  ListedPayment,
  PaymentFilters,
  PaymentList,
  PaymentListQuery,
  PaymentStanding,
} from '#lib/contract/payments/payment-list.ts'
import { MOST_ADDED_UP, PAYMENTS_PAGE, paymentStandings } from '#lib/contract/payments/payment-list.ts'
import { nairobiMidnight } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import type { DB } from '#lib/core/generated/kysely/tables.ts'
import { kysely } from '#lib/core/kysely.ts'
import { toShillings } from '#lib/core/money.ts'
import { everyRow } from '#lib/core/paging.ts'
import type { PaymentState } from '#lib/domain/payments/schema.ts'
import { pendingStates } from '#lib/domain/payments/states.ts'
import { joined, searched } from '#lib/domain/reconciliation/case-keys.ts'
import { presentCase } from '#lib/domain/reconciliation/present-case.ts'
import { amountPaidOf, readSubjects } from '#lib/domain/reconciliation/read-subjects.ts'

const statesOf: Readonly<Record<PaymentStanding, readonly PaymentState[]>> = {
  counted: ['credited'],
  waiting: pendingStates,
  not_paid: ['declined', 'rejected'],
  review: ['review'],
  unresolved: ['unresolved'],
  refunding: ['refund_pending'],
  refunded: ['refunded'],
}

type Key = { id: string; at: Date }

/** Newest first, from the cursor `after`. */
export async function listPayments(query: PaymentListQuery): Promise<PaymentList> {
  const keys = await paymentKeys(query, afterOf(query.after), PAYMENTS_PAGE + 1)
  const shown = keys.slice(0, PAYMENTS_PAGE)
  const last = shown.at(-1)
  return {
    results: await present(shown),
    next: keys.length > PAYMENTS_PAGE && last ? `${last.at.toISOString()}_${last.id}` : null,
  }
}

/** Adds up the amounts that the list shows. */
export async function sumPayments(filters: PaymentFilters): Promise<GivenPaymentTotals> {
  const books = kysely(db())
  const found = await books
    .selectFrom(union(books, filters, null, MOST_ADDED_UP + 1))
    .innerJoin('paymentIntent as i', 'i.id', 'found.id')
    .groupBy('i.state')
    .select((eb) => [
      'i.state',
      eb.cast<number>(eb.fn.countAll(), 'int4').as('count'),
      sql<bigint>`sum(coalesce(${amountPaidOf(eb.ref('i.id'))}, ${eb.ref('i.amount')}))::int8`.as('amount'),
    ])
    .execute()
  const count = found.reduce((total, one) => total + one.count, 0)
  if (count > MOST_ADDED_UP) return { count: 0, amount: 0, by_state: null }
  const sumOf = (states: readonly PaymentState[]) => {
    const own = found.filter(({ state }) => states.includes(state))
    return {
      count: own.reduce((total, one) => total + one.count, 0),
      amount: toShillings(own.reduce((cents, one) => cents + one.amount, 0n)),
    }
  }
  const byState = paymentStandings.map((state) => ({ state, ...sumOf(statesOf[state]) }))
  return { ...sumOf(found.map(({ state }) => state)), by_state: byState.filter((one) => one.count > 0) }
}

const AT_ONCE = 500

/** Yields payments in batches, newest first. @param upTo later payments are excluded */
export async function* everyPayment(filters: PaymentFilters, upTo: Date): AsyncGenerator<ListedPayment[]> {
  // The highest possible id, so that the first batch includes all payments of that moment.
  const first: Key = { at: upTo, id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' }
  for await (const keys of everyRow<Key>(AT_ONCE, (last = first) => paymentKeys(filters, last, AT_ONCE)))
    yield await present(keys)
}

async function present(keys: readonly Key[]): Promise<ListedPayment[]> {
  const subjects = await readSubjects(
    db(),
    keys.map(({ id }) => ({ kind: 'payment', id })),
  )
  return subjects.map((subject) => {
    const { kind: _kind, since, proposal: _proposal, ...shown } = presentCase(subject, null)
    return { ...shown, created_at: since }
  })
}

function afterOf(cursor: string | undefined): Key | null {
  const [at, id] = cursor?.split('_') ?? []
  return at && id ? { at: new Date(at), id } : null
}

function paymentKeys(filters: PaymentFilters, after: Key | null, limit: number): Promise<Key[]> {
  return keysQuery(kysely(db()), filters, after, limit).execute()
}

/**
 * Selects a page's keys. States and purposes are literals, so that PostgreSQL uses their partial indexes and
 * does not search all payments for a rare state.
 */
export function keysQuery(books: Kysely<DB>, filters: PaymentFilters, after: Key | null, limit: number) {
  return books
    .selectFrom(union(books, filters, after, limit))
    .select(['id', 'at'])
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
}

/** At most `limit` keys per state. */
function union(books: Kysely<DB>, filters: PaymentFilters, after: Key | null, limit: number) {
  const states = filters.state ? statesOf[filters.state] : [null]
  const parts = states.map((state) => inOrder(selected(books, filters, after, state)).limit(limit))
  return sql<Key>`(${sql.join(
    parts.map((part) => sql`(${part})`),
    sql` UNION ALL `,
  )})`.as<'found'>(sql`found`)
}

type Selected = ReturnType<typeof selected>

const inOrder = (query: Selected) => query.orderBy('i.createdAt', 'desc').orderBy('i.id', 'desc')

function selected(
  books: Kysely<DB>,
  { purpose, from, to, search }: PaymentFilters,
  after: Key | null,
  state: PaymentState | null,
) {
  let query = books.selectFrom('paymentIntent as i').select(['i.id', 'i.createdAt as at'])
  if (purpose) query = query.where('i.purpose', '=', sql.lit(purpose))
  // Redundant, but this condition lets PostgreSQL use the partial index of purposes other than gifts.
  if (purpose && purpose !== 'gift') query = query.where('i.purpose', '<>', sql.lit('gift'))
  if (state) query = query.where('i.state', '=', sql.lit(state))
  if (from) query = query.where('i.createdAt', '>=', nairobiMidnight(from))
  if (to) query = query.where('i.createdAt', '<', nairobiMidnight(to, 1))
  if (after)
    query = query.where(
      (eb) => sql<boolean>`(${eb.ref('i.createdAt')}, ${eb.ref('i.id')}) < (${after.at}, ${after.id}::uuid)`,
    )
  if (search === '') return query
  const found = joined(books, searched(search, books)).where('kind', '=', 'payment')
  // As an array: for a join the planner expects many rows and reads all payments.
  return query.where((eb) =>
    eb('i.id', '=', sql<string>`any(array(SELECT ${sql.ref('f.id')}::uuid FROM (${found}) AS f))`),
  )
}
