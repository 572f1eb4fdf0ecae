import { type ExpressionBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { CsvLine } from '#lib/contract/csv.ts'
import {
  countedStates,
  type GivenRecord,
  type GivenRecordPage,
  moneySteps,
  type PayerSection,
  type PersonSection,
  type RecordFilters,
} from '#lib/contract/people/calls.ts'
import { readableMask, readMobile } from '#lib/contract/phone.ts'
import { nairobiMidnight, nairobiText, now } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import type { DB } from '#lib/core/generated/kysely/tables.ts'
import { kysely } from '#lib/core/kysely.ts'
import { containing } from '#lib/core/like-pattern.ts'
import { toShillings } from '#lib/core/money.ts'
import { everyRow, makePage, rowsOfPage } from '#lib/core/paging.ts'
import { say, storedSentence } from '#lib/core/sentence.ts'
import { type ExportedBy, recordExport } from '#lib/domain/audit/record-export.ts'
import { subjectOf } from '#lib/domain/mail/render.ts'
import { toMailLocale } from '#lib/domain/mail/schema.ts'
import { reasonOf as outReasonOf } from '#lib/domain/money-out/queries.ts'
import { failureOfCode, failureOfUnsent, isTerminalCode } from '#lib/domain/mpesa/result-codes.ts'
import { maskPhone } from '#lib/domain/reconciliation/policy.ts'
import { CLOSED_BY_PEOPLE } from '#lib/domain/reconciliation/schema.ts'
import { describeEntries } from '#lib/domain/wallets/queries.ts'
import { payerSections } from './payer-sections.ts'
import { readPayer } from './payer-view.ts'
import { personSections } from './person-sections.ts'
import { requirePerson } from './person-view.ts'
import type { SectionRow } from './row.ts'

type Rows = SelectQueryBuilder<DB & { r: SectionRow }, 'r', object>
type Paged = { readonly page: number; readonly page_size: number }

/**
 * Newest first, with sums over the whole selection.
 * @throws NotFoundError for an unknown person, and `page_unknown` past the end
 */
export async function listPersonRecords(
  id: string,
  { section, ...query }: RecordFilters & Paged & { section: PersonSection },
): Promise<GivenRecordPage> {
  const rows = await rowsOfPerson(id, section)
  return listRecords(`/admin/people/${id}/records/`, section, rows, query)
}

/** @throws NotFoundError for an unknown key, and `page_unknown` past the end */
export async function listPayerRecords(
  key: string,
  { section, ...query }: RecordFilters & Paged & { section: PayerSection },
): Promise<GivenRecordPage> {
  const rows = await rowsOfPayer(key, section)
  return listRecords(`/admin/payers/${encodeURIComponent(key)}/records/`, section, rows, query)
}

async function rowsOfPerson(id: string, section: PersonSection): Promise<Rows> {
  const books = kysely(db())
  return books.selectFrom(personSections[section](books, await requirePerson(id)).as('r'))
}

async function rowsOfPayer(key: string, section: PayerSection): Promise<Rows> {
  const books = kysely(db())
  const { phone } = await readPayer(key)
  return books.selectFrom(payerSections[section](books, phone).as('r'))
}

async function listRecords(
  path: string,
  section: PersonSection | PayerSection,
  rows: Rows,
  { page, page_size, ...filters }: RecordFilters & Paged,
): Promise<GivenRecordPage> {
  const selected = filtered(rows, filters)
  const state = countedStates[section]
  const counts =
    state === undefined ? sql<boolean>`true` : sql<boolean>`r.state IS NOT DISTINCT FROM ${state}`
  const sums = await selected
    .select((eb) => [
      eb.cast<number>(eb.fn.countAll(), 'int4').as('count'),
      eb.cast<bigint>(sumOf(sql`greatest(r.amount, 0)`, counts), 'bigint').as('incoming'),
      eb.cast<bigint>(sumOf(sql`r.amount`, sql<boolean>`NOT ${counts}`), 'bigint').as('others'),
      eb.cast<bigint>(sumOf(sql`-least(r.amount, 0)`, counts), 'bigint').as('outgoing'),
      eb.cast<number>(sumOf(sql`r.votes`, counts), 'int4').as('votes'),
    ])
    .executeTakeFirstOrThrow()
  const { limit, offset } = rowsOfPage(sums.count, page, page_size)
  const found = await inOrder(selected).limit(limit).offset(offset).execute()
  return {
    ...makePage(
      path,
      { section, ...filters, page_size },
      { count: sums.count, page, page_size },
      await present(section, found),
    ),
    totals: {
      incoming: toShillings(sums.incoming),
      outgoing: toShillings(sums.outgoing),
      others: toShillings(sums.others),
      votes: sums.votes,
    },
  }
}

const sumOf = (amounts: ReturnType<typeof sql>, counts: ReturnType<typeof sql<boolean>>) =>
  sql`coalesce(sum(${amounts}) FILTER (WHERE ${counts}), 0)`

const inOrder = (rows: Rows) =>
  rows
    .selectAll('r')
    .orderBy('r.place', (order) => order.desc().nullsLast())
    .orderBy('r.at', 'desc')
    .orderBy('r.id', 'desc')

function filtered(rows: Rows, { search, from, to, kind, state }: RecordFilters): Rows {
  let found = rows
  if (kind) found = found.where('r.kind', '=', kind)
  if (state) found = found.where('r.state', '=', state)
  if (from) found = found.where('r.at', '>=', nairobiMidnight(from))
  if (to) found = found.where('r.at', '<', nairobiMidnight(to, 1))
  return search ? found.where((eb) => isFound(eb, search)) : found
}

/** SQL: whether a row matches the search. Receipts and phones match only whole. */
function isFound(eb: ExpressionBuilder<DB & { r: SectionRow }, 'r'>, typed: string) {
  const words = containing(typed)
  const code = typed.trim().toUpperCase()
  const phone = readMobile(typed)
  const texts = (['title', 'detail', 'reference', 'month', 'by', 'kind', 'state'] as const).map((name) =>
    eb(`r.${name}`, 'ilike', words),
  )
  const ofReceipt = eb
    .selectFrom('mpesaReceipt as n')
    .select((of) => sql<string>`coalesce(${of.ref('n.intentId')}::text, ${of.ref('n.receipt')})`.as('id'))
    .where('n.receipt', '=', code)
    .unionAll(
      eb
        .selectFrom('payout as w')
        .select((of) => of.cast<string>('w.id', 'text').as('id'))
        .where('w.receipt', '=', code),
    )
  return eb.or([
    ...texts,
    eb('r.receipt', '=', code),
    eb('r.caseId', 'in', ofReceipt),
    ...(phone ? [eb('r.phone', '=', phone)] : []),
  ])
}

async function present(section: string, rows: readonly SectionRow[]): Promise<GivenRecord[]> {
  const stories = section === 'wallet' ? await describeEntries(rows.map(({ id }) => BigInt(id))) : null
  const titleOf = ({ kind, title }: SectionRow) =>
    section === 'letters' ? (subjectOf(kind, toMailLocale(title ?? '')) ?? kind) : storedSentence(title ?? '')
  return rows.map((row) => {
    const story = stories?.get(row.id)
    return {
      id: row.id,
      at: row.at.toISOString(),
      kind: row.kind,
      state: row.state,
      title: story?.title ?? titleOf(row),
      detail: storedSentence(row.detail ?? ''),
      reason: reasonOf(section, row),
      month: row.month,
      amount: row.amount === null ? null : toShillings(row.amount),
      asked_amount: row.asked === null || row.asked === row.amount ? null : toShillings(row.asked),
      balance: row.balance === null ? null : toShillings(row.balance),
      votes: row.votes,
      receipt: story?.receipt ?? row.receipt,
      reference: row.reference,
      phone: maskPhone(row.phone),
      by: row.by ?? '',
      steps: stepsIn(row.steps),
      case_id: row.caseId,
      video_id: row.videoId,
    }
  })
}

function reasonOf(section: string, { reason, code, state }: SectionRow): GivenRecord['reason'] {
  if (reason !== null || code === null) return reason
  if (section === 'withdrawals' || section === 'refunds')
    return outReasonOf({ state: state === 'done' ? 'paid' : state, code, problem: '' })
  if (code === CLOSED_BY_PEOPLE) return say('unpaid.closed')
  return say(`unpaid.${isTerminalCode(code) ? failureOfCode(code) : failureOfUnsent(code)}`)
}

/**
 * Steps that happened or are due, in logical order: M-Pesa's times are whole seconds, so times alone would
 * mix them up.
 */
function stepsIn(steps: SectionRow['steps']): GivenRecord['steps'] {
  return moneySteps.flatMap((step) => {
    const at = steps?.[step]
    return at ? [{ step, at: new Date(at).toISOString() }] : []
  })
}

export const recordColumns = [
  'at_nairobi',
  'id',
  'kind',
  'state',
  'title',
  'detail',
  'reason',
  'month',
  'amount_kes',
  'asked_kes',
  'balance_kes',
  'votes',
  'receipt',
  'reference',
  'phone',
  'by',
  'steps',
] as const

/** Amounts are in shillings, phones masked. */
export async function exportPersonRecords(
  id: string,
  { section, ...filters }: RecordFilters & { section: PersonSection },
  by: ExportedBy,
): Promise<AsyncGenerator<CsvLine[]>> {
  const rows = await rowsOfPerson(id, section)
  await recordExport('person.exported', { type: 'user', id }, { section, ...filters }, by)
  return linesOf(section, rows, filters)
}

export async function exportPayerRecords(
  key: string,
  { section, ...filters }: RecordFilters & { section: PayerSection },
  by: ExportedBy,
): Promise<AsyncGenerator<CsvLine[]>> {
  const rows = await rowsOfPayer(key, section)
  const { phone } = await readPayer(key)
  await recordExport('person.exported', { type: 'payer', id: maskPhone(phone) }, { section, ...filters }, by)
  return linesOf(section, rows, filters)
}

const AT_ONCE = 500

async function* linesOf(section: string, rows: Rows, filters: RecordFilters): AsyncGenerator<CsvLine[]> {
  // Leaves out records created while the file is written.
  const selected = filtered(rows, filters).where('r.at', '<=', now())
  const parts = everyRow<SectionRow>(AT_ONCE, (last) =>
    inOrder(last ? selected.where(isAfter(last)) : selected)
      .limit(AT_ONCE)
      .execute(),
  )
  for await (const found of parts) yield (await present(section, found)).map(lineOf)
}

/** SQL: whether a row follows another in the order. Either all rows of a section have a place, or none has. */
const isAfter = ({ place, at, id }: SectionRow) =>
  place === null
    ? sql<boolean>`(r.at, r.id) < (${at}, ${id}::text)`
    : sql<boolean>`(r.place, r.at, r.id) < (${place}, ${at}, ${id}::text)`

function lineOf(row: GivenRecord): CsvLine {
  return [
    nairobiText(new Date(row.at)),
    row.id,
    row.kind,
    row.state ?? '',
    String(row.title),
    String(row.detail),
    String(row.reason ?? ''),
    row.month ?? '',
    row.amount ?? '',
    row.asked_amount ?? '',
    row.balance ?? '',
    row.votes ?? '',
    row.receipt ?? '',
    row.reference ?? '',
    readableMask(row.phone),
    row.by,
    row.steps.map(({ step, at }) => `${step} ${nairobiText(new Date(at))}`).join('; '),
  ]
}
