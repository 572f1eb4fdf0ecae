import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { PAGE_PARAM, useTableAddress } from '#components/desk/use-table-address.ts'
import { addressWith, dayIn, useAddressQuery } from '#components/ui/use-address-param.ts'
import { visit } from '#lib/client/browser/navigation-events.ts'
import { replaceAddress } from '#lib/client/browser/replace-address.ts'
import { apiQuery } from '#lib/client/http/api-query.ts'
import { downloadCsv } from '#lib/client/http/downloads.ts'
import { PAGE_SIZE } from '#lib/contract/constants.ts'
import { payerSections, personSections } from '#lib/contract/people/constants.ts'

/** The account or the paying phone that the page shows. */
export type PageOf = { readonly person: string } | { readonly payer: string }

/** Address parameters of the open section; opening another section drops them. */
export const sectionParams = ['search', 'from', 'to', 'state', PAGE_PARAM] as const

export function useRecords(of: PageOf) {
  const params = new URLSearchParams(useAddressQuery())
  const address = useTableAddress<string>(['newest'])
  const filters = {
    search: address.search,
    from: dayIn(params, 'from'),
    to: dayIn(params, 'to'),
    state: params.get('state') ?? '',
  }
  const paged = { ...filters, page: address.page, page_size: PAGE_SIZE }
  const given = params.get('section')
  const ofPerson = personSections.find((one) => one === given) ?? 'wallet'
  const ofPayer = payerSections.find((one) => one === given) ?? 'gifts'
  const isPerson = 'person' in of
  const person = useQuery({
    ...apiQuery('GET /admin/people/{id}/records/', {
      path: { id: isPerson ? of.person : '' },
      query: { ...paged, section: ofPerson },
    }),
    enabled: isPerson,
    placeholderData: keepPreviousData,
  })
  const payer = useQuery({
    ...apiQuery('GET /admin/payers/{key}/records/', {
      path: { key: isPerson ? '' : of.payer },
      query: { ...paged, section: ofPayer },
    }),
    enabled: !isPerson,
    placeholderData: keepPreviousData,
  })
  const download = () =>
    isPerson
      ? downloadCsv(
          'GET /admin/people/{id}/records.csv',
          { path: { id: of.person }, query: { ...filters, section: ofPerson } },
          `ngoma-${ofPerson}`,
        )
      : downloadCsv(
          'GET /admin/payers/{key}/records.csv',
          { path: { key: of.payer }, query: { ...filters, section: ofPayer } },
          `ngoma-${ofPayer}`,
        )
  const filterBy = (name: 'from' | 'to' | 'state', value: string) => {
    const next = addressWith({ [name]: value || null, [PAGE_PARAM]: null })
    if (name === 'state') visit(next)
    else replaceAddress(next)
  }
  const clear = () => visit(addressWith(Object.fromEntries(sectionParams.map((name) => [name, null]))))
  return {
    section: isPerson ? ofPerson : ofPayer,
    list: isPerson ? person : payer,
    address,
    filters,
    filterBy,
    clear,
    download,
    isFiltered: Object.values(filters).some(Boolean),
  }
}
export type Records = ReturnType<typeof useRecords>
