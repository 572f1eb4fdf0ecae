import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { addressWith, dayIn, useAddressQuery } from '#components/ui/use-address-param.ts'
import { visit } from '#lib/client/browser/navigation-events.ts'
import { replaceAddress } from '#lib/client/browser/replace-address.ts'
import { apiQuery } from '#lib/client/http/api-query.ts'
import { SEARCH_MAX } from '#lib/contract/constants.ts'
import { cutText } from '#lib/contract/cut-text.ts'
import { paymentPurposes, paymentStandings } from '#lib/contract/payments/constants.ts'

const names = ['purpose', 'state', 'from', 'to', 'search'] as const
export type PaymentFilter = (typeof names)[number]

export function useAllPayments() {
  const params = new URLSearchParams(useAddressQuery())
  const filters = {
    purpose: paymentPurposes.find((one) => one === params.get('purpose')),
    state: paymentStandings.find((one) => one === params.get('state')),
    from: dayIn(params, 'from'),
    to: dayIn(params, 'to'),
    search: cutText(params.get('search') ?? '', SEARCH_MAX),
  }
  const after = params.get('after') ?? ''
  const list = useQuery({
    ...apiQuery('GET /admin/all-payments/', { query: { ...filters, after } }),
    placeholderData: keepPreviousData,
  })
  const totals = useQuery({
    ...apiQuery('GET /admin/all-payments/totals/', { query: filters }),
    placeholderData: keepPreviousData,
  })
  const filterBy = (name: PaymentFilter, value: string) => {
    const address = addressWith({ [name]: value || null, after: null })
    if (name === 'purpose' || name === 'state') visit(address)
    else replaceAddress(address)
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
