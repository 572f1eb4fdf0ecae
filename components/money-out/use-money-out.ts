import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { addressWith, dayIn, useAddressQuery } from '#components/ui/use-address-param.ts'
import { visit } from '#lib/client/browser/navigation-events.ts'
import { replaceAddress } from '#lib/client/browser/replace-address.ts'
import { apiQuery } from '#lib/client/http/api-query.ts'
import { SEARCH_MAX } from '#lib/contract/constants.ts'
import { cutText } from '#lib/contract/cut-text.ts'
import { moneyOutKinds, moneyOutStates } from '#lib/contract/money-out/constants.ts'

const names = ['kind', 'state', 'by', 'from', 'to', 'search'] as const
export type MoneyOutFilter = (typeof names)[number]

export function useMoneyOut() {
  const params = new URLSearchParams(useAddressQuery())
  const filters = {
    kind: moneyOutKinds.find((one) => one === params.get('kind')),
    state: moneyOutStates.find((one) => one === params.get('state')),
    by: params.get('by') === 'paid' ? ('paid' as const) : undefined,
    from: dayIn(params, 'from'),
    to: dayIn(params, 'to'),
    search: cutText(params.get('search') ?? '', SEARCH_MAX),
  }
  const after = params.get('after') ?? ''
  const list = useQuery({
    ...apiQuery('GET /admin/money-out/', { query: { ...filters, after } }),
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  })
  // The totals read all filtered rows, so they refresh rarely and not per page.
  const totals = useQuery({
    ...apiQuery('GET /admin/money-out/totals/', { query: filters }),
    placeholderData: keepPreviousData,
    refetchInterval: 300_000,
  })
  const filterBy = (name: MoneyOutFilter, value: string) => {
    const address = addressWith({ [name]: value || null, after: null })
    if (name === 'search' || name === 'from' || name === 'to') replaceAddress(address)
    else visit(address)
  }
  const clear = () => visit(addressWith(Object.fromEntries([...names, 'after'].map((name) => [name, null]))))
  return {
    filters,
    after,
    list,
    totals: totals.data,
    filterBy,
    clear,
    isFiltered: names.some((name) => Boolean(filters[name])),
  }
}
