import type { MailLocale } from '#lib/contract/mail/locales.ts'
import { api } from '../http/api.ts'

/** `unavailable` where the installation sends no pushes, `denied` where the person has forbidden them in the browser. */
export type PushState = 'unsupported' | 'unavailable' | 'denied' | 'off' | 'on'

/** Whose pushes this browser receives: another person who signs in here must not see them. */
const OWNER = 'push_owner'
/** Stands for the owner once they have signed out, until the pushes have ended. */
const NOBODY = '-'
const WORKER = '/sw.js'

export type DeviceBody = { endpoint: string; keys: { p256dh: string; auth: string } }

/** Says whether this browser can show pushes at all. */
export function canPush(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
}

/** Looks how this browser stands, without asking anybody for anything. @throws ApiError */
export async function readPushState(userId: string): Promise<PushState> {
  if (!canPush()) return 'unsupported'
  const { public_key } = await api('GET /notifications/push/key/')
  if (!public_key) return 'unavailable'
  if (Notification.permission === 'denied') return 'denied'
  return (await currentSubscription()) && readOwner() === userId ? 'on' : 'off'
}

/**
 * Asks the person, then the push service, for a subscription of this browser. Only after a tap: browsers that are asked on their
 * own block the question for good.
 * @returns what the product has to know of it, or why there is none: `dismissed` where the question was closed without an answer
 * @throws Error where the push service does not answer @throws ApiError
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
  // With a key that was replaced nothing arrives any more.
  if (known && !isCurrent) await known.unsubscribe()
  const subscription = isCurrent
    ? known
    : await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: decode(key) })
  const { endpoint, keys } = subscription.toJSON()
  return { endpoint: endpoint ?? '', keys: { p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' } }
}

/** Lets this browser receive somebody's pushes. @returns how it stands then @throws Error, ApiError */
export async function turnPushOn(userId: string, locale: MailLocale): Promise<PushState> {
  const device = await subscribeDevice()
  // It may be asked again.
  if (device === 'dismissed') return 'off'
  if (typeof device === 'string') return device
  await api('POST /notifications/push/', { body: { ...device, locale } })
  writeOwner(userId)
  return 'on'
}

/** Ends the pushes to this browser, here and at the product. @throws ApiError */
export async function turnPushOff(): Promise<void> {
  const subscription = await currentSubscription()
  if (subscription) {
    await api('POST /notifications/push/remove/', { body: { endpoint: subscription.endpoint } })
    await subscription.unsubscribe()
  }
  // Last: while it says whose pushes still come, whoever signs in here next ends them.
  writeOwner(null)
}

/**
 * For who signs out on purpose: ends the pushes to this browser, or has a later page end them (`endLeftPush`) where there is no line now.
 * @throws ApiError
 */
export async function leavePush(): Promise<void> {
  if (readOwner() === null) return
  writeOwner(NOBODY)
  await turnPushOff()
}

/** Ends the pushes of somebody who has signed out here, where that could not be done at once. Never throws. */
export async function endLeftPush(): Promise<void> {
  if (readOwner() !== NOBODY || !canPush()) return
  // Without a line: the next page tries again.
  await turnPushOff().catch(() => undefined)
}

/** Has the product push a test to this browser. @throws ApiError */
export async function tryPush(): Promise<void> {
  const subscription = await currentSubscription()
  if (subscription) await api('POST /notifications/push/test/', { body: { endpoint: subscription.endpoint } })
}

/** Whom the product was told of: once for each load of a page is enough. */
let keptFor = ''

/**
 * For who has just come: tells the product of this browser again, which may have a new address or belong to a new session, and
 * ends what was another person's. Says nothing where it fails; the page of choices tells how it stands.
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
    // Without a line: the next page tries again.
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
    // Without storage the browser is not recognised as this person's, and shows as off.
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
