import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { memoryStorage } from '#tests/support/memory-storage.ts'
import { forgetAttempts, keptForPerson, keptInTab } from './kept-attempts.ts'

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
  keptForPerson('withdrawal', 'asha').keep(asked())
  expect(keptForPerson('withdrawal', 'asha').read()).toMatchObject(asked())
  expect(keptForPerson('withdrawal', 'juma').read()).toBeNull()
  expect(keptForPerson('topup', 'asha').read()).toBeNull()
  keptForPerson('withdrawal', 'asha').forget()
  expect(localStorage.length).toBe(0)
})

test('who signs out on purpose leaves nothing behind', () => {
  keptForPerson('withdrawal', 'asha').keep(asked())
  keptForPerson('topup', 'asha').keep(asked())
  keptForPerson('transfer', 'asha').keep(asked())
  forgetAttempts()
  expect(localStorage.length).toBe(0)
})

test.each([
  ['withdrawal', () => keptForPerson('withdrawal', 'asha'), 24 * HOUR_MS],
  ['transfer', () => keptForPerson('transfer', 'asha'), 24 * HOUR_MS],
  ['topup', () => keptForPerson('topup', 'asha'), HOUR_MS],
  ['gift', () => keptInTab(null), HOUR_MS],
] as const)('a %s is another one after its time, and where the clock was set back', (_, open, lifeMs) => {
  const { startedAt } = asked()
  open().keep(asked())
  vi.setSystemTime(startedAt + lifeMs - 1)
  expect(open().read()).toMatchObject({ key: 'k' })
  vi.setSystemTime(startedAt + lifeMs)
  expect(open().read()).toBeNull()
  expect(localStorage.length + sessionStorage.length).toBe(0)
  open().keep({ ...asked(), startedAt: Date.now() + 1 })
  expect(open().read()).toBeNull()
})

test('where nothing can be stored it is known while the page is open', () => {
  const refuse = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: refuse, removeItem: refuse })
  const keeper = keptForPerson('withdrawal', 'asha')
  keeper.keep(asked())
  expect(keeper.read()).toMatchObject({ key: 'k' })
  keeper.forget()
  expect(keeper.read()).toBeNull()
})

test.each(['no JSON', '{"content":"500"}', 'null'])('%s is nothing that was asked for', (stored) => {
  localStorage.setItem('unanswered_withdrawal', stored)
  expect(keptForPerson('withdrawal', 'asha').read()).toBeNull()
})
