import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { memoryStorage } from '#tests/support/memory-storage.ts'
import { forgetAttempts, storeForPerson, storeInTab } from './stored-attempts.ts'

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('localStorage', memoryStorage())
  vi.stubGlobal('sessionStorage', memoryStorage())
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const HOUR_MS = 60 * 60 * 1_000
const asked = () => ({ content: '500 254712345678', key: 'k', startedAt: Date.now() })

test('what went unanswered is known to a page that is opened anew, to the same person alone', () => {
  storeForPerson('withdrawal', 'asha').write(asked())
  expect(storeForPerson('withdrawal', 'asha').read()).toMatchObject(asked())
  expect(storeForPerson('withdrawal', 'juma').read()).toBeNull()
  expect(storeForPerson('topup', 'asha').read()).toBeNull()
  storeForPerson('withdrawal', 'asha').forget()
  expect(localStorage.length).toBe(0)
})

test('who signs out on purpose leaves nothing behind', () => {
  storeForPerson('withdrawal', 'asha').write(asked())
  storeForPerson('topup', 'asha').write(asked())
  storeForPerson('transfer', 'asha').write(asked())
  forgetAttempts()
  expect(localStorage.length).toBe(0)
})

test.each([
  ['withdrawal', () => storeForPerson('withdrawal', 'asha'), 24 * HOUR_MS],
  ['transfer', () => storeForPerson('transfer', 'asha'), 24 * HOUR_MS],
  ['topup', () => storeForPerson('topup', 'asha'), HOUR_MS],
  ['gift', () => storeInTab(null), HOUR_MS],
] as const)('a %s is another one after its time, and where the clock was set back', (_, open, lifeMs) => {
  const { startedAt } = asked()
  open().write(asked())
  vi.setSystemTime(startedAt + lifeMs - 1)
  expect(open().read()).toMatchObject({ key: 'k' })
  vi.setSystemTime(startedAt + lifeMs)
  expect(open().read()).toBeNull()
  expect(localStorage.length + sessionStorage.length).toBe(0)
  open().write({ ...asked(), startedAt: Date.now() + 1 })
  expect(open().read()).toBeNull()
})

test('where nothing can be stored it is known while the page is open', () => {
  const refuse = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: refuse, removeItem: refuse })
  const store = storeForPerson('withdrawal', 'asha')
  store.write(asked())
  expect(store.read()).toMatchObject({ key: 'k' })
  store.forget()
  expect(store.read()).toBeNull()
})

test.each(['no JSON', '{"content":"500"}', 'null'])('%s is nothing that was asked for', (stored) => {
  localStorage.setItem('unanswered_withdrawal', stored)
  expect(storeForPerson('withdrawal', 'asha').read()).toBeNull()
})
