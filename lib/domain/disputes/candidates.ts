import type { GivenAdminPayment } from '#lib/contract/reconciliation/calls.ts'
import { db } from '#lib/core/db.ts'
import { NotFoundError } from '#lib/core/errors.ts'
import { kysely } from '#lib/core/kysely.ts'
import { listCases } from '#lib/domain/reconciliation/list-cases.ts'

/** Payments that are offered at the most. */
const MOST = 10

/** Finds the payments of the phone or receipt that a dispute names. @throws NotFoundError */
export async function findCandidates(id: string, readerId: string): Promise<GivenAdminPayment[]> {
  const found = await kysely(db())
    .selectFrom('dispute')
    .select(['phone', 'receipt'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!found) throw new NotFoundError()
  const searches = [found.receipt, found.phone].filter((search) => search !== '')
  const pages = await Promise.all(
    searches.map((search) => listCases({ status: 'unresolved', search, page: 1, page_size: MOST }, readerId)),
  )
  const rows = pages.flatMap(({ results }) => results)
  return rows.filter((row, place) => rows.findIndex((one) => one.id === row.id) === place).slice(0, MOST)
}
