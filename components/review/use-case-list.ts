import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { STATUS_PARAM } from '#components/desk/status-filter.tsx'
import { useTableAddress } from '#components/desk/use-table-address.ts'
import { useAddressParam } from '#components/ui/use-address-param.ts'
import { DESK_PAGE_SIZE } from '#lib/client/review/desk-lists.ts'
import { useDeskKeys } from './use-desk-keys.ts'
import { useLastSeen } from './use-last-seen.ts'
import { useOpenItem } from './use-open-item.ts'
import { useRowFocus } from './use-row-focus.ts'

type Case = { id: string }
type Page<Row> = { count: number; results: Row[] }
type Listed<Row, Status extends string> = {
  name: readonly string[]
  /** The first status is the default. */
  statuses: readonly [Status, ...Status[]]
  fetchPage: (
    place: { page: number; search: string; status: Status },
    signal: AbortSignal,
  ) => Promise<Page<Row>>
}

/** Polls to see colleagues' decisions. */
const POLL_MS = 15_000

export function useCaseList<Row extends Case, Status extends string>(of: Listed<Row, Status>) {
  const address = useTableAddress(['usual'])
  const status = useAddressParam(STATUS_PARAM, of.statuses, of.statuses[0])
  const { id: openId, open, close } = useOpenItem()
  const list = useQuery({
    queryKey: [...of.name, status, address.page, address.search],
    queryFn: ({ signal }) => of.fetchPage({ page: address.page, search: address.search, status }, signal),
    placeholderData: keepPreviousData,
    refetchInterval: POLL_MS,
  })
  const rows = list.data?.results ?? []
  const at = rows.findIndex(({ id }) => id === openId)
  const item = useLastSeen(rows, openId)
  const { focused, move } = useRowFocus(rows, openId)
  const step = (by: 1 | -1) => {
    const beside = rows[at + by]
    if (at !== -1 && beside) open(beside.id)
  }
  useDeskKeys({
    j: () => move(1),
    k: () => move(-1),
    enter: () => {
      const id = focused() ?? rows[0]?.id
      if (id) open(id)
    },
  })
  useDeskKeys({ j: () => step(1), k: () => step(-1) }, 'dialog')
  return {
    list,
    address,
    status,
    statuses: of.statuses,
    item,
    place: at === -1 ? null : `${(address.page - 1) * DESK_PAGE_SIZE + at + 1} / ${list.data?.count ?? 0}`,
    open,
    close,
    step,
  }
}
