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

/** Shared by all staff tables; opening another tab drops them. */
export const PAGE_PARAM = 'page'
const SEARCH_PARAM = 'search'
const SORT_PARAM = 'sort'

export type TableAddress<Sort extends string> = {
  /** Counted from 1. */
  page: number
  search: string
  sort: Sort
  /** Opens the search's first page. */
  searchFor: (words: string) => void
  sortBy: (sort: Sort) => void
  /** Replaces the history entry, because its page does not exist. */
  toFirstPage: () => void
}

/**
 * A table's view in the address, so that links open it and the back button works.
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
    // Adds no history entries while typing: the back button leaves the search at once.
    searchFor: (words) => replaceAddress(addressWith({ [SEARCH_PARAM]: words || null, [PAGE_PARAM]: null })),
    sortBy: (next) => visit(addressWith({ [SORT_PARAM]: next === usual ? null : next, [PAGE_PARAM]: null })),
    toFirstPage: () => replaceAddress(addressWith({ [PAGE_PARAM]: null })),
  }
}
