import type { QueueItem } from '#lib/client/review/review-queue.ts'
import { useDeskKeys } from './use-desk-keys.ts'
import type { Queue } from './use-queue.ts'
import { useRowFocus } from './use-row-focus.ts'

/**
 * J and K move along the rows, Enter opens. A and R open as well: nobody decides about what they have not seen, and R
 * begins with the reason.
 */
export function useListKeys<Row extends QueueItem>(queue: Queue<Row>): void {
  const { focused, move } = useRowFocus(queue.rows, queue.openId)
  const open = (isRejecting: boolean) => () => {
    const id = focused() ?? queue.rows[0]?.id
    if (!id) return
    if (isRejecting) queue.reject(id)
    queue.open(id)
  }
  useDeskKeys({
    j: () => move(1),
    k: () => move(-1),
    a: open(false),
    r: open(true),
    enter: open(false),
  })
}
