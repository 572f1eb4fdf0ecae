import {
  addressWith,
  useAddressPage,
  useAddressParam,
  useAddressText,
} from '#components/ui/use-address-param.ts'
import { visit } from '#lib/client/browser/navigation-events.ts'
import { replaceAddress } from '#lib/client/browser/replace-address.ts'
import { SEARCH_MAX } from '#lib/contract/constants.ts'
import { cutText } from '#lib/contract/cut-text.ts'

/** Address parameters of every staff table; another tab starts without them. */
export const PAGE_PARAM = 'page'
const SEARCH_PARAM = 'search'
const SORT_PARAM = 'sort'

export type TableAddress<Sort extends string> = {
  /** From 1. */
  page: number
  search: string
  sort: Sort
  /** A search starts at its first page. */
  searchFor: (words: string) => void
  sortBy: (sort: Sort) => void
  /** Without a history entry: the page in the address does not exist. */
  toFirstPage: () => void
}

/**
 * Page, search and sort of a table in the address, so that a link opens the same view and back undoes it.
 * @param sorts known orderings; the first needs no parameter
 */
export function useTableAddress<const Sort extends string>(
  sorts: readonly [Sort, ...Sort[]],
): TableAddress<Sort> {
  const [usual] = sorts
  const page = useAddressPage(PAGE_PARAM)
  const sort = useAddressParam<Sort>(SORT_PARAM, sorts, usual)
  const search = cutText(useAddressText(SEARCH_PARAM) ?? '', SEARCH_MAX)
  return {
    page,
    search,
    sort,
    // Typing adds no history entries: back leaves the whole search.
    searchFor: (words) => replaceAddress(addressWith({ [SEARCH_PARAM]: words || null, [PAGE_PARAM]: null })),
    sortBy: (next) => visit(addressWith({ [SORT_PARAM]: next === usual ? null : next, [PAGE_PARAM]: null })),
    toFirstPage: () => replaceAddress(addressWith({ [PAGE_PARAM]: null })),
  }
}
