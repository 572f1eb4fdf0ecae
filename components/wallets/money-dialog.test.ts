import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { formatPhone } from '#lib/client/gifts/gift-phone.ts'
import { ApiError } from '#lib/client/http/api.ts'
import { storeSession } from '#lib/client/session/change-session.ts'
import type { SignedInUser } from '#lib/client/session/session.ts'
import { memoryStorage } from '#tests/support/memory-storage.ts'
import { drawOnce } from '#tests/support/shown-call.tsx'
import { isOtherNumber, useUnanswered } from './money-dialog.tsx'

test.each([
  '0712 345 678',
  '0712345678',
  '+254 712 345 678',
  '254712345678',
  '00254-712-345-678',
  formatPhone('254712345678'),
])('%s is the profile’s number, however that is written', (typed) => {
  for (const own of ['254712345678', '+254712345678', '0712 345 678'])
    expect(isOtherNumber(typed, own)).toBe(false)
  for (const own of ['254712345679', '254112345678', '']) expect(isOtherNumber(typed, own)).toBe(true)
})

test('what is not a whole number yet is not another one', () => {
  for (const typed of ['', '07', '0712 345 67', '0212 345 678', 'my number', '0712 345 6789'])
    expect(isOtherNumber(typed, '254700000000')).toBe(false)
})

let keys: string[]

beforeEach(() => {
  keys = []
  vi.stubGlobal('localStorage', memoryStorage())
  signIn('asha')
})
afterEach(() => vi.unstubAllGlobals())

function signIn(id: string) {
  const user: SignedInUser = {
    id,
    username: id,
    displayName: id,
    email: '',
    userType: 'dancer',
    backendRole: 'dancer',
    avatar: '',
  }
  storeSession({ access: id, refresh: id }, user)
}

/** The dialog after it is reopened. */
const opened = () => drawOnce(new QueryClient(), () => useUnanswered('withdrawal'))

const lose = async (key: string) => {
  keys.push(key)
  throw new ApiError(0, null)
}
const answer = async (key: string) => keys.push(key)

test('what went unanswered stands in the dialog that is opened next, and is the same request, however the number is typed', async () => {
  expect(opened().asked).toBeNull()
  await expect(opened().send(500, '0712 345 678', lose)).rejects.toThrow()
  const next = opened()
  expect(next.asked).toMatchObject({ amount: 500, phone: '254712345678' })
  expect(next.isUnanswered(500, '+254712345678')).toBe(true)
  expect(next.isUnanswered(600, '0712 345 678')).toBe(false)
  await next.send(500, '+254 712 345 678', answer)
  expect(opened().asked).toBeNull()
  await opened().send(500, '0712 345 678', answer)
  expect(keys[1]).toBe(keys[0])
  expect(keys[2]).not.toBe(keys[0])
})

test('an answer that comes once the dialog was opened anew ends the same request: it is not made twice', async () => {
  const line = Promise.withResolvers<void>()
  const first = opened().send(500, '0712 345 678', async (key) => {
    await line.promise
    return keys.push(key)
  })
  const next = opened()
  expect(next.asked).toMatchObject({ amount: 500 })
  line.resolve()
  await first
  await next.send(500, '0712 345 678', answer)
  expect(keys[1]).toBe(keys[0])
  expect(opened().asked).toBeNull()
})

test('another amount, another number and another person ask for something else', async () => {
  await expect(opened().send(500, '0712 345 678', lose)).rejects.toThrow()
  await expect(opened().send(600, '0712 345 678', lose)).rejects.toThrow()
  await expect(opened().send(600, '0712 345 679', lose)).rejects.toThrow()
  signIn('juma')
  expect(opened().asked).toBeNull()
  await expect(opened().send(600, '0712 345 679', lose)).rejects.toThrow()
  expect(new Set(keys).size).toBe(4)
})
