import { afterEach, expect, test, vi } from 'vitest'
import { watchView } from './watch-view.ts'

afterEach(() => vi.unstubAllGlobals())

test('of several changes that a slow phone tells at once only the last is told on', () => {
  let tell: (entries: { isIntersecting: boolean }[]) => void = () => undefined
  class Observer {
    constructor(callback: typeof tell) {
      tell = callback
    }
    observe() {}
    disconnect() {}
  }
  vi.stubGlobal('IntersectionObserver', Observer)
  const seen: boolean[] = []
  watchView({} as Element, ({ isIntersecting }) => seen.push(isIntersecting))
  tell([{ isIntersecting: false }, { isIntersecting: true }])
  tell([{ isIntersecting: true }, { isIntersecting: false }])
  tell([])
  expect(seen).toEqual([true, false])
})
