import { expect, test } from 'vitest'
import type { QueueItem } from '#lib/client/review/review-queue.ts'
import { decideInList } from './use-list-keys.ts'
import type { DecisionAction } from './verbs.ts'

const rows: QueueItem[] = ['c1', 'c2', 'c3'].map((id) => ({ id, claim: null }))

/** Returns what a key does in a list of three rows. */
function pressed(action: DecisionAction, selected: readonly string[], focused: string | null, of = rows) {
  const done: unknown[] = []
  decideInList(action, {
    queue: {
      rows: of,
      choose: (chosen) => done.push({ chosen }),
      open: (id) => done.push({ opened: id }),
    },
    selection: {
      selected: of.filter(({ id }) => selected.includes(id)),
      ask: (asked) => done.push({ asked }),
    },
    focused,
  })
  return done
}

test.each(['approve', 'reject'] as const)('with rows selected, %s is about the selection', (action) => {
  expect(pressed(action, ['c1', 'c3'], 'c2')).toEqual([{ asked: action }])
})

test('without a selection the focused row opens, and R opens it with the form for its reason', () => {
  expect(pressed('approve', [], 'c2')).toEqual([{ opened: 'c2' }])
  expect(pressed('reject', [], 'c2')).toEqual([{ chosen: { id: 'c2', action: 'reject' } }, { opened: 'c2' }])
  expect(pressed('approve', [], null)).toEqual([{ opened: 'c1' }])
  expect(pressed('reject', [], null, [])).toEqual([])
})
