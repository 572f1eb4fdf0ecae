import { type Kysely, sql } from 'kysely'
import type { CsvLine } from '#lib/contract/csv.ts'
import type {
  GivenMoneyOutList,
  GivenMoneyOutRow,
  GivenMoneyOutTotals,
  MoneyOutFilters,
  MoneyOutQuery,
} from '#lib/contract/money-out/calls.ts'
import {
  MONEY_OUT_PAGE,
  type MoneyOutPlace,
  moneyOutKinds,
  moneyOutStates,
  placeOfKind,
} from '#lib/contract/money-out/constants.ts'
import { readableMask } from '#lib/contract/phone.ts'
import { nairobiText } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import type { DB } from '#lib/core/generated/kysely/tables.ts'
import { kysely } from '#lib/core/kysely.ts'
import { type Cents, toShillings } from '#lib/core/money.ts'
import { everyRow } from '#lib/core/paging.ts'
import { type Sentence, say } from '#lib/core/sentence.ts'
import { type ExportedBy, recordExport } from '#lib/domain/audit/record-export.ts'
import { maskPhone } from '#lib/domain/reconciliation/policy.ts'
import { readHeldReasons } from './held.ts'
import { reasonOfCode } from './reasons.ts'
import { moneyOutRows, type OutRow, REVERSED_BY_MPESA } from './rows.ts'

/** Newest first; `next` is the cursor of the next page. */
export async function listMoneyOut({ after, ...filters }: MoneyOutQuery): Promise<GivenMoneyOutList> {
  const found = await pageQuery(kysely(db()), filters, afterOf(after), MONEY_OUT_PAGE + 1).execute()
  const shown = found.slice(0, MONEY_OUT_PAGE)
  const last = shown.at(-1)
  return {
    results: await presentAll(shown),
    next: found.length > MONEY_OUT_PAGE && last ? `${last.startedAt.toISOString()}_${last.key}` : null,
  }
}

/** Adds up the matching rows: paid out by M-Pesa, credited to wallets, and per kind and state. */
export async function sumMoneyOut(filters: MoneyOutFilters): Promise<GivenMoneyOutTotals> {
  const found = await moneyOutRows(kysely(db()), { filters })
    .groupBy(['o.kind', 'o.state'])
    .select((eb) => [
      'o.kind',
      'o.state',
      eb.cast<number>(eb.fn.countAll(), 'int4').as('count'),
      sql<bigint>`sum(${eb.ref('o.amount')})::int8`.as('amount'),
      sql<bigint>`sum(${eb.ref('o.tax')})::int8`.as('tax'),
    ])
    .execute()
  const paidTo = (place: MoneyOutPlace) =>
    found.filter(({ kind, state }) => placeOfKind[kind] === place && state === 'paid')
  return {
    left_mpesa: sumOf(paidTo('phone')),
    credited: sumOf(paidTo('wallet')),
    by_kind: moneyOutKinds.flatMap((kind) =>
      moneyOutStates.flatMap((state) => {
        const of = found.filter((one) => one.kind === kind && one.state === state)
        return of.length > 0 ? [{ kind, state, ...sumOf(of) }] : []
      }),
    ),
  }
}

function sumOf(rows: readonly { count: number; amount: Cents; tax: Cents }[]) {
  const sum = (name: 'amount' | 'tax') => rows.reduce((cents, row) => cents + row[name], 0n)
  return {
    count: rows.reduce((total, { count }) => total + count, 0),
    amount: toShillings(sum('amount')),
    tax: toShillings(sum('tax')),
  }
}

/** Selects at most `limit` rows after a key. Each kind reads at most as many, by its own index. */
export function pageQuery(books: Kysely<DB>, filters: MoneyOutFilters, after: Key | null, limit: number) {
  return moneyOutRows(books, { filters, after, limit })
    .leftJoin('appUser as w', 'w.id', 'o.ownerId')
    .selectAll('o')
    .select('w.username as person')
    .orderBy('o.startedAt', 'desc')
    .orderBy('o.key', 'desc')
    .limit(limit)
}

type Key = { readonly at: Date; readonly key: string }
type ReadRow = OutRow & { person: string | null }

function afterOf(cursor: string | undefined): Key | null {
  const place = cursor?.indexOf('_') ?? -1
  return cursor && place > 0 ? { at: new Date(cursor.slice(0, place)), key: cursor.slice(place + 1) } : null
}

async function presentAll(rows: readonly ReadRow[]): Promise<GivenMoneyOutRow[]> {
  const held = await readHeldReasons(rows)
  return rows.map((row) => present(row, held.get(row.caseId) ?? reasonOf(row)))
}

function present(row: ReadRow, reason: Sentence | null): GivenMoneyOutRow {
  const time = (moment: Date | null) => moment?.toISOString() ?? null
  return {
    case_id: row.caseId,
    key: row.key,
    kind: row.kind,
    state: row.state,
    amount: toShillings(row.amount),
    tax: toShillings(row.tax),
    person: row.person,
    person_id: row.ownerId,
    phone: maskPhone(row.phone),
    reference: row.reference,
    receipt: row.receipt,
    reason,
    started_at: row.startedAt.toISOString(),
    due_at: time(row.dueAt),
    approved_at: time(row.approvedAt),
    sent_at: time(row.sentAt),
    ended_at: time(row.endedAt),
  }
}

export function reasonOf({
  state,
  code,
  problem,
}: Pick<OutRow, 'code' | 'problem'> & { readonly state: string | null }): Sentence | null {
  if (problem !== '') return say('as_it_is', { words: problem })
  if (code === REVERSED_BY_MPESA) return say('out.reversed_by_mpesa')
  return !code || code === '0' || state === 'paid' ? null : reasonOfCode(code)
}

export const moneyOutColumns = [
  'started_at_nairobi',
  'kind',
  'goes_to',
  'state',
  'amount_kes',
  'tax_kes',
  'person',
  'phone',
  'reference',
  'receipt',
  'reason',
  'due_at_nairobi',
  'approved_at_nairobi',
  'sent_at_nairobi',
  'ended_at_nairobi',
] as const

/** Newest first. Amounts are shillings; phones are masked. */
export async function exportMoneyOut(
  filters: MoneyOutFilters,
  by: ExportedBy,
): Promise<AsyncGenerator<CsvLine[]>> {
  await recordExport('money_out.exported', { type: 'money_out', id: 'csv' }, filters, by)
  return lines(filters)
}

const AT_ONCE = 1_000

async function* lines(filters: MoneyOutFilters): AsyncGenerator<CsvLine[]> {
  const time = (moment: string | null) => (moment ? nairobiText(new Date(moment)) : '')
  const read = (last: ReadRow | undefined) =>
    pageQuery(kysely(db()), filters, last ? { at: last.startedAt, key: last.key } : null, AT_ONCE).execute()
  for await (const found of everyRow<ReadRow>(AT_ONCE, read))
    yield (await presentAll(found)).map((row) => [
      time(row.started_at),
      row.kind,
      placeOfKind[row.kind],
      row.state,
      row.amount,
      row.tax,
      row.person ?? '',
      readableMask(row.phone),
      row.reference,
      row.receipt ?? '',
      row.reason === null ? '' : String(row.reason),
      time(row.due_at),
      time(row.approved_at),
      time(row.sent_at),
      time(row.ended_at),
    ])
}
