import type { QueueItem } from '#lib/client/review/review-queue.ts'
import { useDeskKeys } from './use-desk-keys.ts'
import type { Queue } from './use-queue.ts'
import { useRowFocus } from './use-row-focus.ts'
import type { Selection } from './use-selection.ts'
import type { DecisionAction } from './verbs.ts'

/** Keys of a queue: J and K move, Enter opens, A and R decide (`decideInList`). */
export function useListKeys<Row extends QueueItem>(queue: Queue<Row>, selection?: Selection<Row>): void {
  const { focused, move } = useRowFocus(queue.rows, queue.openId)
  const decide = (action: DecisionAction) => () =>
    decideInList(action, { queue, selection, focused: focused() })
  useDeskKeys({
    j: () => move(1),
    k: () => move(-1),
    a: decide('approve'),
    r: decide('reject'),
    enter: () => decideInList('approve', { queue, selection: undefined, focused: focused() }),
  })
}

type ListState = {
  queue: Pick<Queue<QueueItem>, 'rows' | 'choose' | 'open'>
  selection: Pick<Selection<QueueItem>, 'selected' | 'ask'> | undefined
  /** Id of the focused row. */
  focused: string | null
}

/**
 * For A and R: asks about the selected rows. Without selected rows opens the focused row, because nobody
 * decides unseen; R also opens the reason's form.
 */
export function decideInList(action: DecisionAction, { queue, selection, focused }: ListState): void {
  if (selection && selection.selected.length > 0) {
    selection.ask(action)
    return
  }
  const id = focused ?? queue.rows[0]?.id
  if (!id) return
  if (action === 'reject') queue.choose({ id, action })
  queue.open(id)
}
