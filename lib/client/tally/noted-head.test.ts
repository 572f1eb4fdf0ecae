import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { noteHead, readNotedHead } from './noted-head.ts'

const items = new Map<string, string>()
beforeEach(() => {
  items.clear()
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, value: string) => void items.set(name, value),
  })
})
afterEach(() => vi.unstubAllGlobals())

test('the latest end stays noted where an older answer is checked after it', () => {
  const [early, late] = [
    { position: 2, hash: 'ab' },
    { position: 5, hash: 'cd' },
  ]
  noteHead('month', early)
  noteHead('month', late)
  noteHead('month', early)
  expect(readNotedHead('month')).toEqual(late)
  expect(readNotedHead('another month')).toBe(null)
})
