import { type Kysely, sql } from 'kysely'
import type {
  AdminPaymentsQuery,
  CaseListFilters,
  GivenAdminPayment,
  GivenAdminPaymentsPage,
} from '#lib/contract/reconciliation/calls.ts'
import { caseKinds } from '#lib/contract/reconciliation/constants.ts'
import { nairobiMidnight } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import type { DB } from '#lib/core/generated/kysely/tables.ts'
import { countRows, kysely } from '#lib/core/kysely.ts'
import { type Cents, toShillings } from '#lib/core/money.ts'
import { makePage, rowsOfPage } from '#lib/core/paging.ts'
import { isOneOf } from '#lib/domain/payments/states.ts'
import { joined, type Key, type Keys, partsOf, searched } from './case-keys.ts'
import { presentCase } from './present-case.ts'
import { readOpenProposals } from './proposals.ts'
import { amountPaidOf, approvalThreshold, readSubjects } from './read-subjects.ts'
import { subjectKinds } from './schema.ts'

/** The length of the list under `unresolved`. */
export async function countUnresolved(): Promise<number> {
  return countKeys(partsOf('unresolved', kysely(db()), await approvalThreshold(db())))
}

export async function oldestUnresolved(): Promise<Date | null> {
  const parts = partsOf('unresolved', kysely(db()), await approvalThreshold(db()))
  const { at } = await kysely(db())
    .selectFrom(joined(kysely(db()), parts).as('keys'))
    .select((eb) => eb.fn.min<Date | null>('at').as('at'))
    .executeTakeFirstOrThrow()
  return at
}

function countKeys(parts: readonly Keys[]): Promise<number> {
  return countRows(kysely(db()).selectFrom(joined(kysely(db()), parts).as('keys')))
}

/**
 * Lists cases that need people, oldest first; decided cases and search results, newest first. Totals cover
 * all pages.
 * @throws NotFoundError `page_unknown` past the end
 */
export async function listCases(
  query: AdminPaymentsQuery,
  readerId: string,
): Promise<GivenAdminPaymentsPage> {
  const { page, page_size, ...filters } = query
  const keys = await keysOf(kysely(db()), filters)
  const [totals, found] = await Promise.all([
    readTotals(keys),
    inOrder(keys, filters)
      .limit(page_size)
      .offset((page - 1) * page_size)
      .execute(),
  ])
  const count = totals.reduce((sum, one) => sum + one.count, 0)
  rowsOfPage(count, page, page_size)
  const subjects = await readSubjects(db(), known(found))
  const proposals = await readOpenProposals(db(), subjects, readerId)
  return {
    ...makePage(
      '/admin/payments/',
      { page_size, ...filters },
      { count, page, page_size },
      subjects.map((subject) => presentCase(subject, proposals.get(subject.id) ?? null)),
    ),
    totals,
  }
}

/**
 * Reads cases of these filters in the order of the list.
 * @param after last key of the previous part; null for the first part
 */
export async function readCasesAfter(
  filters: CaseListFilters,
  after: Key | null,
  limit: number,
): Promise<{ cases: GivenAdminPayment[]; last: Key | null }> {
  let keys = inOrder(await keysOf(kysely(db()), filters), filters).limit(limit)
  if (after) {
    const than = sql.raw(isNewestFirst(filters) ? '<' : '>')
    keys = keys.where(
      (eb) => sql<boolean>`(${eb.ref('at')}, ${eb.ref('id')}) ${than} (${after.at}, ${after.id})`,
    )
  }
  const found = await keys.execute()
  const subjects = await readSubjects(db(), known(found))
  return {
    cases: subjects.map((subject) => presentCase(subject, null)),
    last: found.length < limit ? null : (found.at(-1) ?? null),
  }
}

type SelectedKeys = Awaited<ReturnType<typeof keysOf>>

async function keysOf(books: Kysely<DB>, { status, search, from, to }: CaseListFilters) {
  const parts =
    search === '' ? partsOf(status, books, await approvalThreshold(db())) : searched(search, books)
  let keys = books.selectFrom(joined(books, parts).as('keys'))
  if (from) keys = keys.where('at', '>=', nairobiMidnight(from))
  if (to) keys = keys.where('at', '<', nairobiMidnight(to, 1))
  return keys
}

const isNewestFirst = ({ status, search }: CaseListFilters) => search !== '' || status === 'decided'

function inOrder(keys: SelectedKeys, filters: CaseListFilters) {
  const direction = isNewestFirst(filters) ? 'desc' : 'asc'
  return keys.select(['kind', 'id', 'at']).orderBy('at', direction).orderBy('id', direction)
}

const known = (keys: readonly Key[]) =>
  keys.flatMap(({ kind, id }) => (isOneOf(subjectKinds, kind) ? [{ kind, id }] : []))

async function readTotals(keys: SelectedKeys): Promise<GivenAdminPaymentsPage['totals']> {
  const found = await keys
    .select((eb) => [
      'kind',
      eb.cast<number>(eb.fn.countAll(), 'int4').as('count'),
      sql<Cents | null>`sum(CASE ${eb.ref('kind')}
        WHEN 'payment' THEN ${eb
          .selectFrom('paymentIntent as i')
          .select((of) => of.fn.coalesce(amountPaidOf(of.ref('i.id')), 'i.amount').as('amount'))
          .where('i.id', '=', eb.cast<string>('keys.id', 'uuid'))}
        WHEN 'receipt' THEN ${eb.selectFrom('mpesaReceipt as r').select('r.amount').whereRef('r.receipt', '=', 'keys.id')}
        WHEN 'payout' THEN ${eb
          .selectFrom('payout as p')
          .select('p.amount')
          .where('p.id', '=', eb.cast<string>('keys.id', 'uuid'))}
        WHEN 'reversal' THEN ${eb
          .selectFrom('mpesaReversal as v')
          .select('v.amount')
          .where(
            'v.receipt',
            '=',
            sql<string>`substr(${eb.ref('keys.id')}, ${sql.lit('reversal-'.length + 1)})`,
          )}
        END)::int8`.as('amount'),
    ])
    .groupBy('kind')
    .execute()
  return caseKinds.flatMap((kind) => {
    const of = found.find((one) => one.kind === kind)
    return of ? [{ kind, count: of.count, amount: of.amount === null ? null : toShillings(of.amount) }] : []
  })
}
