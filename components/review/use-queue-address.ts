import { useEffect, useRef } from 'react'
import { type TableAddress, useTableAddress } from '#components/desk/use-table-address.ts'
import { addressWith } from '#components/ui/use-address-param.ts'
import { replaceAddress } from '#lib/client/browser/replace-address.ts'
import { storedChoice } from '#lib/client/browser/stored-choice.ts'
import type { ClaimSubjectType } from '#lib/contract/review/claims.ts'
import { useMe } from './use-queue.ts'

/** The same parameter as in useTableAddress. */
const SORT_PARAM = 'sort'

/**
 * A queue's address. If it names no order, the order stored on the device is written into it.
 * @param sorts the call's orderings: newest first, oldest first
 */
export function useQueueAddress<const Sort extends string>(
  queue: ClaimSubjectType,
  sorts: readonly [newest: Sort, oldest: Sort],
): TableAddress<Sort> {
  const [, oldest] = sorts
  const me = useMe()
  const address = useTableAddress<Sort>(sorts)
  const entered = useRef(false)
  useEffect(() => {
    if (me === undefined || entered.current) return
    entered.current = true
    const isNamed = new URLSearchParams(window.location.search).has(SORT_PARAM)
    if (!isNamed && queueOrder(me, queue).read() === 'oldest')
      replaceAddress(addressWith({ [SORT_PARAM]: oldest }))
  }, [me, queue, oldest])
  return {
    ...address,
    sortBy: (sort) => {
      if (me !== undefined) queueOrder(me, queue).write(sort === oldest ? 'oldest' : 'newest')
      address.sortBy(sort)
    },
  }
}

const orders = ['newest', 'oldest'] as const
type QueueOrder = (typeof orders)[number]

function queueOrder(officerId: string, queue: string) {
  return storedChoice<QueueOrder>(`desk_order:${officerId}:${queue}`, orders, 'newest')
}
