import type { QueueItem } from '#lib/client/review/review-queue.ts'
import { useDeskKeys } from './use-desk-keys.ts'
import type { Queue } from './use-queue.ts'
import { useRowFocus } from './use-row-focus.ts'
import type { Selection } from './use-selection.ts'
import type { DecisionAction } from './verbs.ts'

/**
 * J and K move along the rows, Enter opens. With rows selected A and R decide about those. Without they open as well: nobody
 * decides about what they have not seen, and R begins with the reason.
 */
export function useListKeys<Row extends QueueItem>(queue: Queue<Row>, selection?: Selection<Row>): void {
  const { focused, move } = useRowFocus(queue.rows, queue.openId)
  const open = (action: DecisionAction) => {
    const id = focused() ?? queue.rows[0]?.id
    if (!id) return
    if (action === 'reject') queue.choose({ id, action })
    queue.open(id)
  }
  const decide = (action: DecisionAction) => () => {
    if (selection && selection.selected.length > 0) selection.ask(action)
    else open(action)
  }
  useDeskKeys({
    j: () => move(1),
    k: () => move(-1),
    a: decide('approve'),
    r: decide('reject'),
    enter: () => open('approve'),
  })
}
