import { type Kysely, sql } from 'kysely'
import type { MoneyOutFilters } from '#lib/contract/money-out/calls.ts'
import type { MoneyOutKind, MoneyOutState } from '#lib/contract/money-out/constants.ts'
import { readMobile } from '#lib/contract/phone.ts'
import { nairobiMidnight } from '#lib/core/clock.ts'
import type { DB } from '#lib/core/generated/kysely/tables.ts'
import { isUuid } from '#lib/core/ids.ts'
import { containing } from '#lib/core/like-pattern.ts'
import type { Cents } from '#lib/core/money.ts'

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
  begunAt: Date
  approvedAt: Date | null
  sentAt: Date | null
  endedAt: Date | null
}

type Books = Kysely<DB>

const noTime = sql<Date | null>`NULL::timestamptz`
const text = (word: string | null) => sql<string | null>`${sql.val(word)}::text`

function withdrawals(books: Books) {
  return books.selectFrom('payout as p').select((eb) => [
    sql<string>`'withdrawal:' || ${eb.ref('p.id')}`.as('key'),
    sql<MoneyOutKind>`'withdrawal'`.as('kind'),
    sql<string | null>`${eb.ref('p.id')}::text`.as('caseId'),
    sql<MoneyOutState>`CASE ${eb.ref('p.state')}::text WHEN 'requested' THEN 'held' WHEN 'approved' THEN 'due'
        WHEN 'submitting' THEN 'sent' WHEN 'accepted' THEN 'sent' ELSE ${eb.ref('p.state')}::text END`.as(
      'state',
    ),
    'p.amount',
    sql<Cents>`0::int8`.as('tax'),
    sql<string | null>`${eb.ref('p.ownerId')}`.as('ownerId'),
    'p.phone',
    'p.reference',
    'p.receipt',
    'p.resultCode as code',
    sql<string>`''`.as('problem'),
    'p.createdAt as begunAt',
    'p.approvedAt',
    'p.submittedAt as sentAt',
    eb.fn.coalesce('p.paidAt', 'p.closedAt').as('endedAt'),
  ])
}

function refunds(books: Books) {
  return books
    .selectFrom('refund as f')
    .innerJoin('mpesaReceipt as m', 'm.receipt', 'f.receipt')
    .select((eb) => [
      sql<string>`'refund:' || ${eb.ref('f.id')}`.as('key'),
      sql<MoneyOutKind>`'refund'`.as('kind'),
      sql<string | null>`coalesce(${eb.ref('f.intentId')}::text, ${eb.ref('f.receipt')})`.as('caseId'),
      sql<MoneyOutState>`CASE ${eb.ref('f.state')}::text WHEN 'requested' THEN 'due' WHEN 'submitting' THEN 'sent'
        WHEN 'accepted' THEN 'sent' WHEN 'done' THEN 'paid' ELSE ${eb.ref('f.state')}::text END`.as('state'),
      'f.amount',
      sql<Cents>`0::int8`.as('tax'),
      sql<string | null>`NULL::uuid`.as('ownerId'),
      sql<string>`coalesce(nullif(${eb.ref('f.phone')}, ''), ${eb.ref('m.phone')})`.as('phone'),
      'f.reference',
      'f.proof as receipt',
      'f.resultCode as code',
      'f.problem',
      'f.createdAt as begunAt',
      noTime.as('approvedAt'),
      'f.submittedAt as sentAt',
      'f.closedAt as endedAt',
    ])
}

/** Prizes and royalties are in the wallet from the close on. */
const atClose = (closedAt: 'c.closedAt' | 's.createdAt') =>
  [
    sql<MoneyOutState>`'paid'`.as('state'),
    text('').$notNull().as('phone'),
    text(null).as('receipt'),
    text(null).as('code'),
    text('').$notNull().as('problem'),
    sql<Date>`${sql.ref(closedAt)}`.as('begunAt'),
    noTime.as('approvedAt'),
    noTime.as('sentAt'),
    sql<Date | null>`${sql.ref(closedAt)}`.as('endedAt'),
  ] as const

function prizes(books: Books) {
  return books
    .selectFrom('challengeResult as r')
    .innerJoin('challenge as c', 'c.id', 'r.challengeId')
    .where('r.prize', '>', 0n)
    .where('c.closedAt', 'is not', null)
    .select((eb) => [
      sql<string>`'prize:' || ${eb.ref('r.challengeId')} || ':' || ${eb.ref('r.rank')}`.as('key'),
      sql<MoneyOutKind>`'prize'`.as('kind'),
      text(null).as('caseId'),
      'r.prize as amount',
      'r.tax',
      sql<string | null>`${eb.ref('r.dancerId')}`.as('ownerId'),
      'c.title as reference',
      ...atClose('c.closedAt'),
    ])
}

function royalties(books: Books) {
  return books
    .selectFrom('royaltyStatement as s')
    .innerJoin('challenge as c', 'c.id', 's.challengeId')
    .where('s.royalty', '>', 0n)
    .select((eb) => [
      sql<string>`'royalty:' || ${eb.ref('s.id')}`.as('key'),
      sql<MoneyOutKind>`'royalty'`.as('kind'),
      text(null).as('caseId'),
      's.royalty as amount',
      's.tax',
      sql<string | null>`${eb.ref('s.musicianId')}`.as('ownerId'),
      'c.title as reference',
      ...atClose('s.createdAt'),
    ])
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
  'begunAt',
  'approvedAt',
  'sentAt',
  'endedAt',
] as const satisfies readonly (keyof OutRow)[]

const sources = { withdrawal: withdrawals, refund: refunds, prize: prizes, royalty: royalties } as const

/** Matching rows as `o`. */
export function moneyOutRows(books: Books, filters: MoneyOutFilters) {
  const kinds = filters.kind ? [filters.kind] : (Object.keys(sources) as MoneyOutKind[])
  // The parts of a UNION need the columns in one order.
  const parts = kinds.map(
    (kind) =>
      sql`SELECT ${sql.join(columns.map((column) => sql.ref(`x.${column}`)))} FROM (${sources[kind](books)}) AS x`,
  )
  const union = sql<OutRow>`(${sql.join(parts, sql` UNION ALL `)})`.as<'o'>(sql`o`)
  let query = books.selectFrom(union)
  if (filters.state) query = query.where('o.state', '=', filters.state)
  const time = filters.by === 'paid' ? 'o.endedAt' : 'o.begunAt'
  if (filters.by === 'paid') query = query.where('o.state', '=', 'paid')
  if (filters.from) query = query.where(time, '>=', nairobiMidnight(filters.from))
  if (filters.to) query = query.where(time, '<', nairobiMidnight(filters.to, 1))
  if (filters.search === '') return query
  const { search } = filters
  const phone = readMobile(search) ?? search
  return query.where((eb) =>
    eb.or([
      eb('o.reference', '=', search.toUpperCase()),
      eb('o.receipt', '=', search.toUpperCase()),
      eb('o.phone', '=', phone),
      ...(isUuid(search) ? [eb('o.key', 'like', `%:${search.toLowerCase()}%`)] : []),
      eb(
        'o.ownerId',
        'in',
        eb
          .selectFrom('appUser as u')
          .select('u.id')
          .where((of) =>
            of.or([
              of('u.username', 'ilike', containing(search)),
              of('u.email', '=', search.toLowerCase()),
              of('u.phoneNumber', '=', phone),
            ]),
          ),
      ),
    ]),
  )
}
