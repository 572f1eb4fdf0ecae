import { STATUS_PARAM } from '#components/desk/status-filter.tsx'
import { useTableAddress } from '#components/desk/use-table-address.ts'
import { useAddressParam } from '#components/ui/use-address-param.ts'
import { DESK_PAGE_SIZE } from '#lib/client/review/desk-lists.ts'
import type { QueueItem } from '#lib/client/review/review-queue.ts'
import type { DecidedSubjectType } from '#lib/contract/decisions/calls.ts'
import { useListKeys } from './use-list-keys.ts'
import { useQueue } from './use-queue.ts'
import { useSelection } from './use-selection.ts'

type Page<Row> = { count: number; results: Row[] }
type Listed<Status extends string, Answer> = {
  kind: DecidedSubjectType
  statuses: readonly [Status, ...Status[]]
  /** Status of cases that can be selected and decided together; the default status if absent. */
  pending?: Status
  filters?: Readonly<Record<string, string | undefined>>
  fetchPage: (
    place: { page: number; page_size: number; status: Status },
    signal: AbortSignal,
  ) => Promise<Answer>
}

export function useCases<Row extends QueueItem, Status extends string, Answer extends Page<Row> = Page<Row>>(
  of: Listed<Status, Answer>,
) {
  const address = useTableAddress(['usual'])
  const status = useAddressParam(STATUS_PARAM, of.statuses, of.statuses[0])
  const { item, ...queue } = useQueue<Row, Answer>(
    of.kind,
    address,
    (signal) => of.fetchPage({ page: address.page, page_size: DESK_PAGE_SIZE, status }, signal),
    JSON.stringify({ status, ...of.filters }),
  )
  const isWaiting = status === (of.pending ?? of.statuses[0])
  const selection = useSelection(isWaiting ? queue.rows : [])
  useListKeys(queue, selection)
  return {
    item,
    queue,
    status,
    isWaiting,
    selection,
    listed: { list: queue.list, address, statuses: of.statuses, status },
  }
}
