import type { QueueItem } from '#lib/client/review/review-queue.ts'
import { useDeskKeys } from './use-desk-keys.ts'
import type { Queue } from './use-queue.ts'
import { useRowFocus } from './use-row-focus.ts'
import type { Selection } from './use-selection.ts'
import type { DecisionAction } from './verbs.ts'

/** J and K move along the rows, Enter opens one, A and R decide (`decideInList`). */
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
  /** The id of the row that has the focus. */
  focused: string | null
}

/**
 * Does what A and R do in a list. If rows are selected, asks about these. Otherwise opens the focused row, because nobody decides about
 * a case that they have not seen; R opens it with the form for the reason.
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
