import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDayRange } from '#components/desk/day-range.tsx'
import { PAGE_PARAM, useTableAddress } from '#components/desk/use-table-address.ts'
import { addressWith, useAddressParam } from '#components/ui/use-address-param.ts'
import { visit } from '#lib/client/browser/navigation-events.ts'
import { apiQuery } from '#lib/client/http/api-query.ts'
import { userSelections } from '#lib/contract/accounts/constants.ts'
import type { UserOrdering } from '#lib/contract/accounts/user-list.ts'
import { PAGE_SIZE, roleNames } from '#lib/contract/constants.ts'

/** The first ordering is the default. */
export const userSorts = [
  '-created_at',
  'username',
  '-wallet_balance',
  '-last_active_at',
] as const satisfies readonly UserOrdering[]
export type UserSort = (typeof userSorts)[number]
export const anyRole = ['any', ...roleNames] as const
export const anyState = ['any', ...userSelections] as const

export function useUsers() {
  const address = useTableAddress(userSorts)
  const role = useAddressParam('role', anyRole, 'any')
  const state = useAddressParam('state', anyState, 'any')
  const days = useDayRange()
  const { page, search, sort: ordering } = address
  const filters = {
    search,
    role: role === 'any' ? undefined : role,
    state: state === 'any' ? undefined : state,
    from: days.from,
    to: days.to,
  }
  const list = useQuery({
    ...apiQuery('GET /admin/users/', { query: { ...filters, page, page_size: PAGE_SIZE, ordering } }),
    placeholderData: keepPreviousData,
  })
  const totals = useQuery({
    ...apiQuery('GET /admin/users/totals/', { query: filters }),
    placeholderData: keepPreviousData,
  })
  const filterBy = (name: 'role' | 'state', value: string) =>
    visit(addressWith({ [name]: value === 'any' ? null : value, [PAGE_PARAM]: null }))
  const clear = () =>
    visit(addressWith({ role: null, state: null, from: null, to: null, [PAGE_PARAM]: null }))
  return { address, role, state, days, filters, list, totals: totals.data, filterBy, clear }
}
