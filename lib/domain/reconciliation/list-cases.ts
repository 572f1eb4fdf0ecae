import type { AdminPaymentsQuery, GivenAdminPaymentsPage } from '#lib/contract/reconciliation/calls.ts'
import { db } from '#lib/core/db.ts'
import { countRows, kysely } from '#lib/core/kysely.ts'
import { makePage, rowsOfPage } from '#lib/core/paging.ts'
import { isOneOf } from '#lib/domain/payments/states.ts'
import { joined, type Keys, partsOf, searched } from './case-keys.ts'
import { presentCase } from './present-case.ts'
import { readOpenProposals } from './proposals.ts'
import { approvalThreshold, readSubjects } from './read-subjects.ts'
import { subjectKinds } from './schema.ts'

/** The length of the list under `unresolved`. */
export async function countUnresolved(): Promise<number> {
  return countKeys(partsOf('unresolved', kysely(db()), await approvalThreshold(db())))
}

/** Returns null without cases. */
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
 * Lists open cases by longest wait; decided ones and search results newest first.
 * @throws NotFoundError 'Invalid page.' past the end
 */
export async function listCases(
  query: AdminPaymentsQuery,
  readerId: string,
): Promise<GivenAdminPaymentsPage> {
  const { page, page_size, status, search } = query
  const isSearch = search !== ''
  const books = kysely(db())
  const parts = isSearch ? searched(search, books) : partsOf(status, books, await approvalThreshold(db()))
  const newestFirst = isSearch || status === 'decided'
  // Each with the total count, so that the parts are read once.
  const found = await books
    .selectFrom(joined(books, parts).as('keys'))
    .select((eb) => ['kind', 'id', eb.cast<number>(eb.fn.countAll().over(), 'int4').as('count')])
    .orderBy('at', newestFirst ? 'desc' : 'asc')
    .orderBy('id')
    .limit(page_size)
    .offset((page - 1) * page_size)
    .execute()
  const count = found[0]?.count ?? 0
  rowsOfPage(count, page, page_size)
  const keys = found.flatMap(({ kind, id }) => (isOneOf(subjectKinds, kind) ? [{ kind, id }] : []))
  const subjects = await readSubjects(db(), keys)
  const proposals = await readOpenProposals(db(), subjects, readerId)
  return makePage(
    '/admin/payments/',
    { page_size, status, search },
    { count, page, page_size },
    subjects.map((subject) => presentCase(subject, proposals.get(subject.id) ?? null)),
  )
}
