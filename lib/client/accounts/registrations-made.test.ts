import { afterAll, beforeEach, expect, test } from 'vitest'
import { newId } from '#lib/core/ids.ts'
import { dropRegistrationsMade, keepRegistrationMade, registrationsMade } from './registrations-made.ts'

// Browser storage, which Node lacks.
const items = new Map<string, string>()
let isForbidden = false
const before = Object.getOwnPropertyDescriptor(globalThis, 'localStorage')
Object.defineProperty(globalThis, 'localStorage', {
  configurable: true,
  get: () => {
    if (isForbidden) throw new DOMException('The storage is forbidden.', 'SecurityError')
    return {
      getItem: (key: string) => items.get(key) ?? null,
      setItem: (key: string, value: string) => items.set(key, value),
      removeItem: (key: string) => items.delete(key),
    }
  },
})
afterAll(() => {
  if (before) Object.defineProperty(globalThis, 'localStorage', before)
  else Reflect.deleteProperty(globalThis, 'localStorage')
})
beforeEach(() => {
  items.clear()
  isForbidden = false
})

test('the newest five registrations of a browser are kept, the newest first and each once', () => {
  expect(registrationsMade()).toEqual([])
  const ids = Array.from({ length: 6 }, newId)
  for (const id of ids) keepRegistrationMade(id)
  expect(registrationsMade()).toEqual(ids.slice(1).reverse())
  keepRegistrationMade(ids[3] ?? '')
  expect(registrationsMade()).toEqual([3, 5, 4, 2, 1].map((place) => ids[place]))
  dropRegistrationsMade()
  expect(registrationsMade()).toEqual([])
})

test.each(['', 'null', '{', '{"0":1}', '"x"', '[1,null,"x",{}]'])(
  'what is kept as %j means nothing',
  (kept) => {
    items.set('registrations_made', kept)
    expect(registrationsMade()).toEqual([])
    const id = newId()
    keepRegistrationMade(id)
    expect(registrationsMade()).toEqual([id])
  },
)

test('no more are sent than the server takes, and nothing else among them', () => {
  const ids = Array.from({ length: 7 }, newId)
  items.set('registrations_made', JSON.stringify(['x', ...ids]))
  expect(registrationsMade()).toEqual(ids.slice(0, 5))
})

test('a browser that stores nothing has made none', () => {
  isForbidden = true
  keepRegistrationMade(newId())
  dropRegistrationsMade()
  expect(registrationsMade()).toEqual([])
})
