import { afterAll, beforeEach, expect, test } from 'vitest'
import { resendWait, startResendWait } from './resend-wait.ts'

// Browser storage, which Node lacks.
const items = new Map<string, string>()
const before = Object.getOwnPropertyDescriptor(globalThis, 'sessionStorage')
Object.defineProperty(globalThis, 'sessionStorage', {
  configurable: true,
  value: {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => items.set(key, value),
  },
})
afterAll(() => {
  if (before) Object.defineProperty(globalThis, 'sessionStorage', before)
})
beforeEach(() => items.clear())

const at = Date.UTC(2026, 10, 21)

test('a mail may be asked for again after a minute, to that address', () => {
  expect(resendWait('reset', 'a@example.test', at)).toBe(0)
  startResendWait('reset', 'a@example.test', at)
  expect(resendWait('reset', ' A@example.test', at)).toBe(60)
  expect(resendWait('reset', 'a@example.test', at + 59_001)).toBe(1)
  expect(resendWait('reset', 'a@example.test', at + 60_000)).toBe(0)
  expect(resendWait('verification', 'a@example.test', at)).toBe(0)
  expect(resendWait('reset', 'b@example.test', at)).toBe(0)
})

test('or when the server says', () => {
  startResendWait('verification', 'a@example.test', at, 1800)
  startResendWait('verification', 'b@example.test', at)
  expect(resendWait('verification', 'a@example.test', at + 60_000)).toBe(1740)
})

test.each(['', 'null', '[]', '{', '{"reset:a@example.test":"x"}'])(
  'what is kept as %j means nothing',
  (kept) => {
    items.set('mail_waits', kept)
    expect(resendWait('reset', 'a@example.test', at)).toBe(0)
  },
)
