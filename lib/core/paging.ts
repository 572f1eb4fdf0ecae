import { env } from './env.ts'
import { NotFoundError } from './errors.ts'
import { unseen } from './query-plans.ts'

export type Page<T> = { count: number; next: string | null; previous: string | null; results: T[] }

/** An empty list has a first page. @throws NotFoundError past the end */
export function rowsOfPage(count: number, page: number, pageSize: number): { limit: number; offset: number } {
  const offset = (page - 1) * pageSize
  if (page > 1 && offset >= count) throw new NotFoundError('page_unknown')
  return { limit: pageSize, offset }
}

/** Returns limit and offset for a statement that also counts. All pages of a search share one query plan. */
export function rowsToPick({
  page,
  page_size,
  search,
}: {
  page: number
  page_size: number
  search?: string
}) {
  const offset = (page - 1) * page_size
  return search
    ? { limit: unseen.count(page_size), offset: unseen.count(offset) }
    : { limit: page_size, offset }
}

/**
 * Reads all rows in batches by the key of the last one, so that concurrent changes do not make it skip or
 * repeat rows, as an offset would.
 * @param read at most `limit` rows in a fixed order: the first ones, or those after `last`
 */
export async function* everyRow<Row>(
  limit: number,
  read: (last: Row | undefined) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  let last: Row | undefined
  for (;;) {
    const found: Row[] = await read(last)
    if (found.length > 0) yield found
    last = found.at(-1)
    if (found.length < limit) return
  }
}

/**
 * Returns a page with absolute links to its neighbours.
 * @param path below /api, with both slashes
 * @param parameters query parameters of the links, without empty and undefined values
 */
export function makePage<T>(
  path: string,
  parameters: Record<string, string | number | undefined>,
  place: { count: number; page: number; page_size: number },
  results: T[],
): Page<T> {
  const link = (page: number) => {
    const query = new URLSearchParams({ page: String(page) })
    for (const [name, value] of Object.entries(parameters))
      if (value !== undefined && value !== '') query.set(name, String(value))
    return `${env.PUBLIC_URL}/api${path}?${query}`
  }
  const { count, page, page_size } = place
  return {
    count,
    next: page * page_size < count ? link(page + 1) : null,
    previous: page > 1 ? link(page - 1) : null,
    results,
  }
}
