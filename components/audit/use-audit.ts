import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { addressWith, useAddressQuery } from '#components/ui/use-address-param.ts'
import { replaceAddress } from '#lib/client/browser/replace-address.ts'
import { apiQuery } from '#lib/client/http/api-query.ts'
import type { AuditFilters } from '#lib/contract/audit/calls.ts'
import { PAGE_SIZE } from '#lib/contract/constants.ts'

const names = ['actor', 'action', 'from', 'to', 'search'] as const
export type AuditFilter = (typeof names)[number]

export function useAuditFilters() {
  const params = new URLSearchParams(useAddressQuery())
  const given = names.flatMap((name) => {
    const value = params.get(name)
    return value ? [[name, value] as const] : []
  })
  const filters: AuditFilters = Object.fromEntries(given)
  const filterBy = (name: AuditFilter, value: string) =>
    replaceAddress(addressWith({ [name]: value || null, page: null }))
  return { filters, filterBy }
}

export function useAudit(filters: AuditFilters, page: number) {
  return useQuery({
    ...apiQuery('GET /admin/audit-logs/', { query: { ...filters, page, page_size: PAGE_SIZE } }),
    placeholderData: keepPreviousData,
  })
}
