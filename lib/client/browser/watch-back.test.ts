import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchBack } from './watch-back.ts'

// As in browsers: back closes the last opened watcher, else leaves the page.
let watchers: Set<EventTarget>
let left: number

class PhonesWatcher extends EventTarget {
  constructor() {
    super()
    watchers.add(this)
  }
  destroy(): void {
    watchers.delete(this)
  }
}

function goBack(): void {
  const newest = [...watchers].at(-1)
  if (newest) {
    watchers.delete(newest)
    newest.dispatchEvent(new Event('close'))
  } else left += 1
}

beforeEach(() => {
  watchers = new Set()
  left = 0
  vi.stubGlobal('window', { CloseWatcher: PhonesWatcher })
})
afterEach(() => vi.unstubAllGlobals())

test('back closes what is open, the topmost first, and then goes back', () => {
  const closed: string[] = []
  watchBack(() => closed.push('below'))
  watchBack(() => closed.push('above'))
  goBack()
  goBack()
  expect([closed, left]).toEqual([['above', 'below'], 0])
  goBack()
  expect(left).toBe(1)
})

test('what was closed otherwise does not hold the page', () => {
  const closed: string[] = []
  watchBack(() => closed.push('closed'))()
  goBack()
  expect([closed, left]).toEqual([[], 1])
})

test('a browser that has none goes back', () => {
  vi.stubGlobal('window', {})
  watchBack(() => undefined)()
  goBack()
  expect(left).toBe(1)
})
