import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { cachedAt } from './cached-at.ts'

let changes = 0
let stop: () => void

beforeEach(() => {
  vi.stubGlobal('location', { pathname: '/' })
  vi.stubGlobal('document', { querySelector: () => null })
  changes = 0
  stop = cachedAt.subscribe(() => {
    changes += 1
  })
})
afterEach(() => {
  stop()
  for (const address of ['/a', '/b']) cachedAt.note(address, null)
  vi.unstubAllGlobals()
})

test('of several answers that were kept the oldest counts, on the page that asked for them', () => {
  cachedAt.note('/a', '2000')
  cachedAt.note('/b', '1000')
  expect(cachedAt.read()).toBe(1_000)
  location.pathname = '/rules'
  expect(cachedAt.read()).toBeNull()
})

test('what the network has answered since is not old any more', () => {
  cachedAt.note('/a', '1000')
  cachedAt.note('/b', '2000')
  cachedAt.note('/a', null)
  expect(cachedAt.read()).toBe(2_000)
  cachedAt.note('/b', null)
  expect([cachedAt.read(), changes]).toEqual([null, 4])
  // Network answers cause no event.
  cachedAt.note('/b', null)
  expect(changes).toBe(4)
})
