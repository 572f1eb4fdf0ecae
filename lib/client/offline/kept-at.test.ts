import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keptAt } from './kept-at.ts'

let changes = 0
let stop: () => void

beforeEach(() => {
  vi.stubGlobal('location', { pathname: '/' })
  vi.stubGlobal('document', { querySelector: () => null })
  changes = 0
  stop = keptAt.subscribe(() => {
    changes += 1
  })
})
afterEach(() => {
  stop()
  for (const address of ['/a', '/b']) keptAt.note(address, null)
  vi.unstubAllGlobals()
})

test('of several answers that were kept the oldest counts, on the page that asked for them', () => {
  keptAt.note('/a', '2000')
  keptAt.note('/b', '1000')
  expect(keptAt.read()).toBe(1_000)
  location.pathname = '/rules'
  expect(keptAt.read()).toBeNull()
})

test('what the network has answered since is not old any more', () => {
  keptAt.note('/a', '1000')
  keptAt.note('/b', '2000')
  keptAt.note('/a', null)
  expect(keptAt.read()).toBe(2_000)
  keptAt.note('/b', null)
  expect([keptAt.read(), changes]).toEqual([null, 4])
  // Network answers cause no event.
  keptAt.note('/b', null)
  expect(changes).toBe(4)
})
