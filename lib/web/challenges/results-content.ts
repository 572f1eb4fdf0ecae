import type { MonthResults, PastMonth } from '#lib/contract/challenges/calls.ts'
import { NotFoundError } from '#lib/core/errors.ts'
import { isUuid } from '#lib/core/ids.ts'
import { getMonthResults, listPastMonths } from '#lib/domain/royalties/past-months.ts'
import { withoutDatabaseInBuild } from '#lib/web/pages/page-content.ts'

const MOST_MONTHS = 60

export function readPastMonths(): Promise<PastMonth[]> {
  return withoutDatabaseInBuild<PastMonth[]>([], async () => {
    const { results } = await listPastMonths({ page: 1, page_size: MOST_MONTHS })
    return results
  })
}

/** Returns null if the month is unknown or still running. */
export async function findMonthResults(id: string): Promise<MonthResults | null> {
  if (!isUuid(id)) return null
  try {
    return await getMonthResults(id)
  } catch (error) {
    if (error instanceof NotFoundError) return null
    throw error
  }
}
