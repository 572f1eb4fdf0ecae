import type { MailLocale } from '#lib/contract/mail/locales.ts'
import { api } from '../http/api.ts'

/** `unavailable`: the installation sends no pushes; `denied`: the user forbade them. */
export type PushState = 'unsupported' | 'unavailable' | 'denied' | 'off' | 'on'

/** Key of the user whose pushes arrive here: other users must not see them. */
const OWNER = 'push_owner'
/** The stored owner after sign-out, until the pushes end. */
const NOBODY = '-'
const WORKER = '/sw.js'

export type DeviceBody = { endpoint: string; keys: { p256dh: string; auth: string } }

export function canPush(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
}

/** Does not ask the user for permission. @throws ApiError */
export async function readPushState(userId: string): Promise<PushState> {
  if (!canPush()) return 'unsupported'
  const { public_key } = await api('GET /notifications/push/key/')
  if (!public_key) return 'unavailable'
  if (Notification.permission === 'denied') return 'denied'
  return (await currentSubscription()) && readOwner() === userId ? 'on' : 'off'
}

/**
 * Asks the user for permission. Call it only after a tap: browsers block unprompted questions for good.
 * @returns the device's data; `dismissed` if the user closed the question
 * @throws Error if the push service does not answer; ApiError
 */
export async function subscribeDevice(): Promise<DeviceBody | 'denied' | 'dismissed' | 'unavailable'> {
  const { public_key } = await api('GET /notifications/push/key/')
  if (!public_key) return 'unavailable'
  const permission = await Notification.requestPermission()
  if (permission !== 'granted') return permission === 'denied' ? 'denied' : 'dismissed'
  const registration = await navigator.serviceWorker.register(WORKER, { updateViaCache: 'none' })
  await navigator.serviceWorker.ready
  return subscribeWith(registration, public_key)
}

async function subscribeWith(registration: ServiceWorkerRegistration, key: string): Promise<DeviceBody> {
  const known = await registration.pushManager.getSubscription()
  const isCurrent = known && encode(known.options.applicationServerKey) === key
  // A subscription under a replaced key receives nothing.
  if (known && !isCurrent) await known.unsubscribe()
  const subscription = isCurrent
    ? known
    : await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: decode(key) })
  const { endpoint, keys } = subscription.toJSON()
  return { endpoint: endpoint ?? '', keys: { p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' } }
}

/** @returns the new state @throws Error, ApiError */
export async function turnPushOn(userId: string, locale: MailLocale): Promise<PushState> {
  const device = await subscribeDevice()
  if (device === 'dismissed') return 'off'
  if (typeof device === 'string') return device
  await api('POST /notifications/push/', { body: { ...device, locale } })
  writeOwner(userId)
  return 'on'
}

/** Ends pushes on the server first. @throws ApiError */
export async function turnPushOff(): Promise<void> {
  const subscription = await currentSubscription()
  if (subscription) {
    await api('POST /notifications/push/remove/', { body: { endpoint: subscription.endpoint } })
    await subscription.unsubscribe()
  }
  // Last: while an owner is stored, the next sign-in ends these pushes.
  writeOwner(null)
}

/** Ends pushes at sign-out; offline, a later page ends them (`endLeftPush`). @throws ApiError */
export async function leavePush(): Promise<void> {
  if (readOwner() === null) return
  writeOwner(NOBODY)
  await turnPushOff()
}

/** Ends pushes left by a sign-out. Never throws. */
export async function endLeftPush(): Promise<void> {
  if (readOwner() !== NOBODY || !canPush()) return
  // The next page retries.
  await turnPushOff().catch(() => undefined)
}

/** @throws ApiError */
export async function tryPush(): Promise<void> {
  const subscription = await currentSubscription()
  if (subscription) await api('POST /notifications/push/test/', { body: { endpoint: subscription.endpoint } })
}

/** The user whose device this page load registered: once is enough. */
let keptFor = ''

/**
 * Registers this browser again (its push address or session may be new), or ends another user's pushes.
 * Silent on failure.
 */
export async function keepPush(userId: string, locale: MailLocale): Promise<void> {
  const owner = readOwner()
  if (!owner || !canPush() || keptFor === userId) return
  keptFor = userId
  try {
    if (owner !== userId) return await turnPushOff()
    const registration = await navigator.serviceWorker.getRegistration(WORKER)
    const { public_key } = await api('GET /notifications/push/key/')
    if (!registration || !public_key || Notification.permission !== 'granted') return
    const device = await subscribeWith(registration, public_key)
    await api('POST /notifications/push/', { body: { ...device, locale } })
  } catch {
    // The next page retries.
    keptFor = ''
  }
}

async function currentSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration(WORKER)
  return (await registration?.pushManager.getSubscription()) ?? null
}

function readOwner(): string | null {
  try {
    return localStorage.getItem(OWNER)
  } catch {
    return null
  }
}

function writeOwner(userId: string | null): void {
  try {
    if (userId === null) localStorage.removeItem(OWNER)
    else localStorage.setItem(OWNER, userId)
  } catch {
    // Without storage, pushes show as off.
  }
}

function decode(key: string): Uint8Array<ArrayBuffer> {
  const text = atob(key.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(text, (sign) => sign.charCodeAt(0))
}

function encode(key: ArrayBuffer | null): string {
  const text = String.fromCharCode(...new Uint8Array(key ?? new ArrayBuffer(0)))
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}
