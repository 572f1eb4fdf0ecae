import { type ExpressionBuilder, type Selectable, type SelectQueryBuilder, sql } from 'kysely'
import type { CashFilters, CashJournal, CashJournalPage, CashListQuery } from '#lib/contract/cash/calls.ts'
import { type CashState, cashPlaces } from '#lib/contract/cash/constants.ts'
import type { CsvLine } from '#lib/contract/csv.ts'
import { nairobiDay, nairobiMidnight, nairobiText, now } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import { NotFoundError } from '#lib/core/errors.ts'
import type { DB } from '#lib/core/generated/kysely/tables.ts'
import { countRows, kysely } from '#lib/core/kysely.ts'
import { containing } from '#lib/core/like-pattern.ts'
import { type Cents, toShillings } from '#lib/core/money.ts'
import { everyRow, makePage, rowsOfPage } from '#lib/core/paging.ts'
import { type ProposersStanding, standingOf } from '#lib/domain/approvals/two-people.ts'
import { type ExportedBy, recordExport } from '#lib/domain/audit/record-export.ts'

type WithCash = DB & {
  c: DB['cashJournal']
  p: { [Column in keyof DB['appUser']]: DB['appUser'][Column] | null }
}
type Listed = SelectQueryBuilder<WithCash, 'c' | 'p', object>

function selected({ kind, status, from, to, search }: CashFilters): Listed {
  let query: Listed = kysely(db())
    .selectFrom('cashJournal as c')
    .leftJoin('appUser as p', 'p.id', 'c.proposedBy') as unknown as Listed
  if (kind) query = query.where('c.kind', '=', kind)
  if (status) query = query.where('c.state', '=', status)
  if (from) query = query.where('c.happenedAt', '>=', nairobiMidnight(from))
  if (to) query = query.where('c.happenedAt', '<', nairobiMidnight(to, 1))
  return search ? query.where((eb) => isFound(eb, search)) : query
}

function isFound(eb: ExpressionBuilder<WithCash, 'c' | 'p'>, search: string) {
  const part = containing(search)
  return eb.or([
    eb('c.reference', 'ilike', part),
    eb('c.evidence', 'ilike', part),
    eb('c.note', 'ilike', part),
    eb('p.username', 'ilike', part),
  ])
}

/** Pending journals sort before all others. */
const inOrder = (query: Listed) =>
  query
    .orderBy(sql`(${sql.ref('c.state')} = 'waiting')`, 'desc')
    .orderBy('c.happenedAt', 'desc')
    .orderBy('c.proposedAt', 'desc')
    .orderBy('c.id', 'desc')

type Row = Selectable<DB['cashJournal']> & {
  proposer: string | null
  decider: string | null
  reversedReference: string | null
  reversalReference: string | null
}

function withColumns(query: Listed) {
  return query
    .leftJoin('appUser as d', 'd.id', 'c.decidedBy')
    .leftJoin('cashJournal as o', 'o.id', 'c.reverses')
    .leftJoin('cashJournal as r', (join) =>
      join.onRef('r.reverses', '=', 'c.id').on('r.state', '<>', sql.lit<CashState>('rejected')),
    )
    .selectAll('c')
    .select([
      'p.username as proposer',
      'd.username as decider',
      'o.reference as reversedReference',
      'r.reference as reversalReference',
    ])
}

/**
 * Lists pending journals before the others, each newest first. The totals include all confirmed journals of
 * the selection.
 * @throws NotFoundError `page_unknown` past the end
 */
export async function listCashJournals(query: CashListQuery, viewerId: string): Promise<CashJournalPage> {
  const { page, page_size, ...filters } = query
  const [count, totals] = await Promise.all([countRows(selected(filters)), readTotals(filters)])
  const { limit, offset } = rowsOfPage(count, page, page_size)
  const found = await withColumns(inOrder(selected(filters)))
    .limit(limit)
    .offset(offset)
    .execute()
  const results = await presentAll(found, viewerId)
  return {
    ...makePage('/admin/cash-journals/', { ...filters, page_size }, { count, page, page_size }, results),
    totals,
  }
}

async function readTotals(filters: CashFilters): Promise<CashJournalPage['totals']> {
  const net = sql`${sql.ref('c.working')} + ${sql.ref('c.utility')} + ${sql.ref('c.bank')}`
  const total = (amount: ReturnType<typeof sql>, kinds: readonly string[] = []) => {
    const of = kinds.length > 0 ? sql` FILTER (WHERE ${sql.ref('c.kind')}::text = any(${kinds}))` : sql``
    return sql<Cents>`coalesce(sum(${amount})${of}, 0)::bigint`
  }
  const sums = await selected(filters)
    .where('c.state', '=', 'confirmed')
    .select([
      total(sql`${sql.ref('c.working')}`).as('working'),
      total(sql`${sql.ref('c.utility')}`).as('utility'),
      total(sql`${sql.ref('c.bank')}`).as('bank'),
      total(net, ['mpesa_charge']).as('mpesaCharges'),
      total(net, ['bank_charge']).as('bankCharges'),
      total(net, ['owner_in', 'owner_out', 'opening']).as('owner'),
    ])
    .executeTakeFirstOrThrow()
  return {
    working: toShillings(sums.working),
    utility: toShillings(sums.utility),
    bank: toShillings(sums.bank),
    mpesa_charges: toShillings(-sums.mpesaCharges),
    bank_charges: toShillings(-sums.bankCharges),
    owner: toShillings(sums.owner),
  }
}

/** @throws NotFoundError */
export async function readCashJournal(id: string, viewerId: string): Promise<CashJournal> {
  const all = selected({ search: '', kind: undefined, status: undefined, from: undefined, to: undefined })
  const row = await withColumns(all).where('c.id', '=', id).executeTakeFirst()
  if (!row) throw new NotFoundError()
  const [shown] = await presentAll([row], viewerId)
  if (!shown) throw new NotFoundError()
  return shown
}

async function presentAll(found: readonly Row[], viewerId: string): Promise<CashJournal[]> {
  const proposers = found.flatMap((row) =>
    row.state === 'waiting' && row.proposedBy ? [row.proposedBy] : [],
  )
  const standing = await standingOf(db(), viewerId, proposers)
  return found.map((row) => present(row, viewerId, standing))
}

function present(row: Row, viewerId: string, { confirmable, gone }: ProposersStanding): CashJournal {
  const proposer = row.proposedBy ?? ''
  return {
    id: row.id,
    reference: row.reference,
    kind: row.kind,
    place: cashPlaces.find((one) => one === row.place) ?? null,
    amount: toShillings(row.amount),
    changes: {
      working: toShillings(row.working),
      utility: toShillings(row.utility),
      bank: toShillings(row.bank),
    },
    evidence: row.evidence,
    note: row.note,
    happened_at: row.happenedAt.toISOString(),
    status: row.state,
    reverses: row.reversedReference,
    reversed_by: row.reversalReference,
    proposed_by: row.proposer,
    proposed_at: row.proposedAt.toISOString(),
    decided_by: row.decider,
    decided_at: row.decidedAt?.toISOString() ?? null,
    is_own: row.proposedBy === viewerId,
    can_confirm: row.state === 'waiting' && confirmable.has(proposer),
    is_proposer_gone: row.state === 'waiting' && gone.has(proposer),
    can_reverse:
      row.state === 'confirmed' &&
      row.kind !== 'opening' &&
      row.reverses === null &&
      row.reversalReference === null,
  }
}

export const cashColumns = [
  'happened_at_nairobi',
  'reference',
  'kind',
  'account',
  'amount_kes',
  'working_kes',
  'utility_kes',
  'bank_kes',
  'evidence',
  'note',
  'state',
  'reverses',
  'proposed_by',
  'decided_by',
  'decided_at_nairobi',
] as const

const AT_ONCE = 500

/** Newest first. Amounts are shillings. */
export async function exportCashJournals(
  filters: CashFilters,
  by: ExportedBy,
): Promise<AsyncGenerator<CsvLine[]>> {
  await recordExport('cash_journals.exported', { type: 'cash_journals', id: 'csv' }, filters, by)
  return cashLines(filters, now())
}

async function* cashLines(filters: CashFilters, upTo: Date): AsyncGenerator<CsvLine[]> {
  const parts = everyRow<Row>(AT_ONCE, (last) => rowsAfter(filters, upTo, last))
  for await (const found of parts) yield found.map(toLine)
}

/** Reads in an order that no decision changes: in the list's order a decision would move a journal. */
function rowsAfter(filters: CashFilters, upTo: Date, last: Row | undefined): Promise<Row[]> {
  let query = selected(filters).where('c.proposedAt', '<=', upTo)
  if (last)
    query = query.where(
      (eb) =>
        sql<boolean>`(${eb.ref('c.happenedAt')}, ${eb.ref('c.id')}) < (${last.happenedAt}, ${last.id}::uuid)`,
    )
  return withColumns(query).orderBy('c.happenedAt', 'desc').orderBy('c.id', 'desc').limit(AT_ONCE).execute()
}

const toLine = (row: Row): CsvLine => [
  // People enter a day; M-Pesa and reversals have a time.
  row.proposedBy && !row.reverses ? nairobiDay(row.happenedAt) : nairobiText(row.happenedAt),
  row.reference,
  row.kind,
  row.place ?? '',
  toShillings(row.amount),
  toShillings(row.working),
  toShillings(row.utility),
  toShillings(row.bank),
  row.evidence,
  row.note,
  row.state,
  row.reversedReference ?? '',
  row.proposer ?? '',
  row.decider ?? '',
  row.decidedAt ? nairobiText(row.decidedAt) : '',
]
