import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetTimeout, rememberTimeout, takeTimeout } from './session-notice.ts'

const MINUTE = 60_000
const at = Date.UTC(2026, 10, 21)

function storage() {
  const items = new Map<string, string>()
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => items.set(key, value),
    removeItem: (key: string) => items.delete(key),
  }
}

/** @returns switches to this tab: local storage is shared, session storage is not */
function openTab(): () => void {
  const own = storage()
  return () => void vi.stubGlobal('sessionStorage', own)
}

beforeEach(() => {
  vi.stubGlobal('localStorage', storage())
})
afterEach(() => vi.unstubAllGlobals())

test('of several idle tabs each says why it signed out, also those that the first one has signed out', () => {
  const [first, second, third] = [openTab(), openTab(), openTab()]
  first()
  rememberTimeout(at)
  for (const turn of [second, third, first]) {
    turn()
    expect(takeTimeout(at + 3_000)).toBe(true)
  }
})

test('the clock of another tab may be a little behind', () => {
  const [first, second] = [openTab(), openTab()]
  first()
  rememberTimeout(at)
  second()
  expect(takeTimeout(at - 5_000)).toBe(true)
})

test('whoever comes back to the tab later is told once', () => {
  openTab()()
  rememberTimeout(at)
  expect(takeTimeout(at + 600 * MINUTE)).toBe(true)
  expect(takeTimeout(at + 600 * MINUTE)).toBe(false)
})

test('another tab is told for a minute', () => {
  const [first, second] = [openTab(), openTab()]
  first()
  rememberTimeout(at)
  second()
  expect(takeTimeout(at + MINUTE - 1)).toBe(true)
  expect(takeTimeout(at + MINUTE)).toBe(false)
})

test('who has signed in since and leaves by themselves is not told, in any tab', () => {
  const [first, second] = [openTab(), openTab()]
  first()
  rememberTimeout(at)
  second()
  forgetTimeout()
  for (const turn of [first, second]) {
    turn()
    expect(takeTimeout(at + 1_000)).toBe(false)
  }
})

test('where nothing timed out there is nothing to tell', () => {
  openTab()()
  expect(takeTimeout(at)).toBe(false)
})

test('where storage is forbidden nothing is told, and nothing fails', () => {
  const refuse = () => {
    throw new Error('forbidden')
  }
  const forbidden = { getItem: refuse, setItem: refuse, removeItem: refuse }
  for (const name of ['localStorage', 'sessionStorage']) vi.stubGlobal(name, forbidden)
  rememberTimeout(at)
  forgetTimeout()
  expect(takeTimeout(at)).toBe(false)
})
