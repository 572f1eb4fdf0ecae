import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { endLeftPush, keepPush, leavePush, turnPushOff, turnPushOn } from './push-device.ts'

// A browser with a user's pushes, and a connection that may be lost.
const items = new Map<string, string>()
let isOnline: boolean
let sent: string[]
let isSubscribed: boolean

const subscription = {
  endpoint: 'https://push.test/1',
  unsubscribe: async () => {
    isSubscribed = false
    return true
  },
}
const registration = {
  pushManager: { getSubscription: async () => (isSubscribed ? subscription : null) },
}

beforeEach(() => {
  items.clear()
  items.set('push_owner', 'asha')
  isOnline = true
  isSubscribed = true
  sent = []
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => registration } })
  vi.stubGlobal('window', { PushManager: {}, Notification: {} })
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, value: string) => void items.set(name, value),
    removeItem: (name: string) => void items.delete(name),
  })
  vi.stubGlobal('fetch', async (address: string) => {
    if (!isOnline) throw new TypeError('offline')
    sent.push(address)
    return new Response(null, { status: 204, headers: { 'x-request-id': 'r' } })
  })
})
afterEach(() => vi.unstubAllGlobals())

test('whose pushes a browser receives is known until they have ended', async () => {
  isOnline = false
  await expect(turnPushOff()).rejects.toThrow()
  expect([items.has('push_owner'), isSubscribed]).toEqual([true, true])
  isOnline = true
  await turnPushOff()
  expect([items.has('push_owner'), isSubscribed]).toEqual([false, false])
  expect(sent).toEqual(['/api/notifications/push/remove/'])
})

test('where another’s pushes could not be ended, the next page tries again', async () => {
  isOnline = false
  await keepPush('baraka', 'en')
  expect(items.has('push_owner')).toBe(true)
  isOnline = true
  await keepPush('baraka', 'en')
  expect([items.has('push_owner'), isSubscribed]).toEqual([false, false])
})

test('who signs out offline is pushed to until a page has one, whoever opens it', async () => {
  await endLeftPush()
  expect([items.has('push_owner'), isSubscribed]).toEqual([true, true])
  isOnline = false
  await expect(leavePush()).rejects.toThrow()
  await endLeftPush()
  expect([items.has('push_owner'), isSubscribed]).toEqual([true, true])
  isOnline = true
  await endLeftPush()
  expect([items.has('push_owner'), isSubscribed]).toEqual([false, false])
  expect(sent).toEqual(['/api/notifications/push/remove/'])
})

test.each([
  ['default', 'off'],
  ['denied', 'denied'],
])('where the browser’s question is answered with %s it is %s', async (permission, state) => {
  vi.stubGlobal('fetch', async () => Response.json({ public_key: 'AAAA' }))
  vi.stubGlobal('Notification', { requestPermission: async () => permission })
  expect(await turnPushOn('asha', 'en')).toBe(state)
})

test('where there is nothing to end, nobody is known any more', async () => {
  isSubscribed = false
  await turnPushOff()
  expect([items.has('push_owner'), sent]).toEqual([false, []])
})
