import { type Expression, type Kysely, type SelectQueryBuilder, sql } from 'kysely'
import type { MoneyOutFilters } from '#lib/contract/money-out/calls.ts'
import { type MoneyOutKind, type MoneyOutState, moneyOutKinds } from '#lib/contract/money-out/constants.ts'
import { nairobiMidnight } from '#lib/core/clock.ts'
import type { DB } from '#lib/core/generated/kysely/tables.ts'
import type { Cents } from '#lib/core/money.ts'
import { statesLiteral } from '#lib/domain/payments/states.ts'
import { reversedByMpesaAt } from '#lib/domain/refunds/own-reversals.ts'
import { prizesFound, refundsFound, royaltiesFound, withdrawalsFound } from './found.ts'

/** `key` begins with the row's kind. */
export type OutRow = {
  key: string
  kind: MoneyOutKind
  caseId: string | null
  state: MoneyOutState
  amount: Cents
  tax: Cents
  ownerId: string | null
  phone: string
  reference: string
  receipt: string | null
  code: string | null
  problem: string
  startedAt: Date
  /** The earliest time of approval. */
  dueAt: Date | null
  approvedAt: Date | null
  sentAt: Date | null
  endedAt: Date | null
}

/** `code` of a refund that only books a reversal by M-Pesa. */
export const REVERSED_BY_MPESA = 'reversed by mpesa'

type Books = Kysely<DB>
type Column = keyof OutRow
type Cells = Readonly<Record<Column, Expression<unknown>>>

/** Which rows to read of each kind; `after` is the last row of the previous page. */
export type Asked = {
  readonly filters: MoneyOutFilters
  readonly after?: { readonly at: Date; readonly key: string } | null
  readonly limit?: number
}

const columns = [
  'key',
  'kind',
  'caseId',
  'state',
  'amount',
  'tax',
  'ownerId',
  'phone',
  'reference',
  'receipt',
  'code',
  'problem',
  'startedAt',
  'dueAt',
  'approvedAt',
  'sentAt',
  'endedAt',
] as const satisfies readonly Column[]

const noTime = sql<Date | null>`NULL::timestamptz`
const text = (word: string | null) => sql<string | null>`${sql.val(word)}::text`

const payoutStates = {
  held: ['requested'],
  due: ['approved'],
  sent: ['submitting', 'accepted'],
  unknown: ['unknown'],
  paid: ['paid'],
  failed: ['failed'],
  cancelled: ['cancelled'],
} as const satisfies Record<MoneyOutState, readonly string[]>

const refundStates = {
  held: [],
  due: ['requested'],
  sent: ['submitting', 'accepted'],
  unknown: ['unknown'],
  paid: ['done'],
  failed: ['failed'],
  cancelled: [],
} as const satisfies Record<MoneyOutState, readonly string[]>

const wordOf = (state: string, words: Readonly<Record<MoneyOutState, readonly string[]>>) =>
  sql<MoneyOutState>`CASE ${sql.ref(state)} ${sql.join(
    Object.entries(words).flatMap(([word, states]) =>
      states.map((one) => sql`WHEN ${sql.lit(one)} THEN ${sql.lit(word)}`),
    ),
    sql` `,
  )} END`

/** SQL: the list's word for the state of payout `p`. */
export const withdrawalState = wordOf('p.state', payoutStates)

/** The only state that rows of these filters can have, if so; what is not paid has no day of payment. */
function stateOf({ state, by }: MoneyOutFilters): MoneyOutState | 'none' | undefined {
  if (by !== 'paid') return state
  return state === undefined || state === 'paid' ? 'paid' : 'none'
}

function withdrawals(books: Books, asked: Asked) {
  const { search } = asked.filters
  const state = stateOf(asked.filters)
  const cells: Cells = {
    key: sql`'withdrawal:' || ${sql.ref('p.id')}`,
    kind: text('withdrawal'),
    caseId: sql`${sql.ref('p.id')}::text`,
    state: withdrawalState,
    amount: sql.ref('p.amount'),
    tax: sql`0::int8`,
    ownerId: sql.ref('p.ownerId'),
    phone: sql.ref('p.phone'),
    reference: sql.ref('p.reference'),
    receipt: sql.ref('p.receipt'),
    code: sql.ref('p.resultCode'),
    problem: text(''),
    startedAt: sql.ref('p.createdAt'),
    dueAt: sql.ref('p.approveAfter'),
    approvedAt: sql.ref('p.approvedAt'),
    sentAt: sql.ref('p.submittedAt'),
    endedAt: sql`coalesce(${sql.ref('p.paidAt')}, ${sql.ref('p.closedAt')})`,
  }
  let query = books.selectFrom('payout as p')
  if (state && state !== 'none') query = query.where('p.state', 'in', statesLiteral(payoutStates[state]))
  if (search) query = query.where('p.id', 'in', withdrawalsFound(books, search))
  return narrowed(query, cells, asked)
}

function refunds(books: Books, asked: Asked) {
  const { search } = asked.filters
  const state = stateOf(asked.filters)
  const cells: Cells = {
    key: sql`'refund:' || ${sql.ref('f.id')}`,
    kind: text('refund'),
    caseId: sql`coalesce(${sql.ref('f.intentId')}::text, ${sql.ref('f.receipt')})`,
    state: wordOf('f.state', refundStates),
    amount: sql.ref('f.amount'),
    tax: sql`0::int8`,
    ownerId: sql`NULL::uuid`,
    phone: sql`coalesce(nullif(${sql.ref('f.phone')}, ''), (${books
      .selectFrom('mpesaReceipt as m')
      .select('m.phone')
      .whereRef('m.receipt', '=', sql.ref('f.receipt'))}))`,
    reference: sql.ref('f.reference'),
    receipt: sql.ref('f.proof'),
    code: sql`CASE WHEN ${reversedByMpesaAt} IS NULL THEN ${sql.ref('f.resultCode')} ELSE ${sql.lit(REVERSED_BY_MPESA)} END`,
    problem: sql.ref('f.problem'),
    startedAt: sql.ref('f.createdAt'),
    dueAt: noTime,
    approvedAt: noTime,
    sentAt: sql.ref('f.submittedAt'),
    // The journal has M-Pesa's time, which the overview's figures use too.
    endedAt: sql`coalesce((${books
      .selectFrom('journal as j')
      .select('j.occurredAt')
      .where(
        'j.idempotencyKey',
        '=',
        sql<string>`'refund:' || ${sql.ref('f.id')}`,
      )}), ${sql.ref('f.closedAt')})`,
  }
  let query = books.selectFrom('refund as f')
  if (state && state !== 'none') {
    const states = refundStates[state]
    query =
      states.length > 0
        ? query.where('f.state', 'in', statesLiteral(states))
        : query.where(sql<boolean>`false`)
  }
  if (search) query = query.where('f.id', 'in', refundsFound(books, search))
  return narrowed(query, cells, asked)
}

/** Cells of a prize or royalty, which the month's close pays into the owner's wallet. */
const atClose = (closedAt: Expression<unknown>) => ({
  caseId: text(null),
  state: text('paid'),
  phone: text(''),
  receipt: text(null),
  code: text(null),
  problem: text(''),
  startedAt: closedAt,
  dueAt: noTime,
  approvedAt: noTime,
  sentAt: noTime,
  endedAt: closedAt,
})

const isOfClose = ({ filters }: Asked) => sql<boolean>`${(stateOf(filters) ?? 'paid') === 'paid'}::boolean`

function prizes(books: Books, asked: Asked) {
  const { search } = asked.filters
  const cells: Cells = {
    ...atClose(sql.ref('c.closedAt')),
    key: sql`'prize:' || ${sql.ref('r.challengeId')} || ':' || ${sql.ref('r.rank')}`,
    kind: text('prize'),
    amount: sql.ref('r.prize'),
    tax: sql.ref('r.tax'),
    ownerId: sql.ref('r.dancerId'),
    reference: sql.ref('c.title'),
  }
  let query = books
    .selectFrom('challengeResult as r')
    .innerJoin('challenge as c', 'c.id', 'r.challengeId')
    .where('r.prize', '>', sql<bigint>`0`)
    .where('c.closedAt', 'is not', null)
    .where(isOfClose(asked))
  if (search) query = query.where((eb) => prizesFound(eb, search))
  return narrowed(query, cells, asked)
}

function royalties(books: Books, asked: Asked) {
  const { search } = asked.filters
  const cells: Cells = {
    ...atClose(sql.ref('s.createdAt')),
    key: sql`'royalty:' || ${sql.ref('s.id')}`,
    kind: text('royalty'),
    amount: sql.ref('s.royalty'),
    tax: sql.ref('s.tax'),
    ownerId: sql.ref('s.musicianId'),
    reference: sql`(${books
      .selectFrom('challenge as c')
      .select('c.title')
      .whereRef('c.id', '=', sql.ref('s.challengeId'))})`,
  }
  let query = books
    .selectFrom('royaltyStatement as s')
    .where('s.royalty', '>', sql<bigint>`0`)
    .where(isOfClose(asked))
  if (search) query = query.where((eb) => royaltiesFound(eb, search))
  return narrowed(query, cells, asked)
}

/** Applies filters, cursor and limit to a kind's own table, so that its indexes are used. */
function narrowed<D, T extends keyof D>(
  source: SelectQueryBuilder<D, T, object>,
  cells: Cells,
  { filters, after, limit }: Asked,
) {
  const { startedAt, endedAt, key } = cells
  const time = filters.by === 'paid' ? endedAt : startedAt
  let query = source
  if (stateOf(filters) === 'none') query = query.where(sql<boolean>`false`)
  if (filters.from) query = query.where(sql<boolean>`${time} >= ${nairobiMidnight(filters.from)}`)
  if (filters.to) {
    const end = nairobiMidnight(filters.to, 1)
    query = query.where(sql<boolean>`${time} < ${end}`)
    // Redundant, because a payment starts before it is paid; lets the index of the order skip later rows.
    if (filters.by === 'paid') query = query.where(sql<boolean>`${startedAt} < ${end}`)
  }
  if (after)
    query = query
      .where(sql<boolean>`${startedAt} <= ${after.at}`)
      .where(sql<boolean>`(${startedAt}, ${key}) < (${after.at}, ${after.key})`)
  if (limit !== undefined) query = query.orderBy(startedAt, 'desc').orderBy(key, 'desc').limit(limit)
  return query.select(columns.map((name) => sql<never>`${cells[name]}`.as(name)))
}

const parts = { withdrawal: withdrawals, refund: refunds, prize: prizes, royalty: royalties } as const

/** Selects matching rows as `o`; the caller adds columns. A limit applies to each kind separately. */
export function moneyOutRows(books: Books, asked: Asked) {
  const kinds = asked.filters.kind ? [asked.filters.kind] : moneyOutKinds
  const union = sql.join(
    kinds.map((kind) => sql`(${parts[kind](books, asked)})`),
    sql` UNION ALL `,
  )
  return books.selectFrom(sql<OutRow>`(${union})`.as<'o'>(sql`o`))
}
