import { serverClock } from '#lib/client/browser/server-clock.ts'
import { ApiError, api } from '#lib/client/http/api.ts'
import type { GiftStatus, GiftView } from '#lib/contract/gifts/calls.ts'
import { answeredInTime } from './answer-limit.ts'
import { isFinal } from './gift-progress.ts'
import type { GiftRequest } from './gift-requests.ts'
import { OPEN_GIFT, WAITING_GIFT } from './stored-gifts.ts'
import { voteSession } from './vote-session.ts'

/** The payment under way, stored so that a reload does not request the money again. */
export type OpenGift = {
  id: string
  videoId: string
  title: string
  dancer: string
  quantity: number
  phone: string
  startedAt: number
  /** The outcome shown, not final: later money still counts. */
  told?: GiftStatus
  /** The gift not ordered because this payment was open. */
  notOrdered?: {
    title: string
    quantity: number
    /** If only the phone differs. */
    phone?: string | undefined
  }
}

/** In ms. The server settles long before; this drops a payment whose outcome got lost. */
const LIFE_MS = 24 * 60 * 60 * 1000

/** Returns the stored payment; removes an expired or unreadable one. */
export function readOpenGift(at: number = Date.now()): OpenGift | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(OPEN_GIFT) ?? 'null')
    if (isOpenGift(stored) && at - stored.startedAt < LIFE_MS) return stored
  } catch {
    // The value is no JSON, or storage is unavailable.
  }
  removeOpenGift()
  return null
}

function removeOpenGift(): void {
  try {
    localStorage.removeItem(OPEN_GIFT)
  } catch {
    // Storage is unavailable.
  }
}

export function rememberOpenGift(gift: OpenGift): void {
  try {
    localStorage.setItem(OPEN_GIFT, JSON.stringify(gift))
  } catch {
    // Storage is unavailable.
  }
}

export function forgetOpenGift(id: string): void {
  if (readOpenGift()?.id === id) removeOpenGift()
}

/** The order time in ms of this device's clock, even for another device's gift. */
export function startOf({ id, created_at }: Pick<GiftView, 'id' | 'created_at'>): number {
  const open = readOpenGift()
  return open?.id === id ? open.startedAt : serverClock.onDevice(Date.parse(created_at))
}

/** Removes a stored payment with a final outcome; notes any other outcome. */
export function noteOutcome(gift: GiftView): void {
  const stored = readOpenGift()
  if (stored?.id !== gift.id) return
  if (isFinal(gift)) forgetOpenGift(gift.id)
  else rememberOpenGift({ ...stored, told: gift.status })
}

function isOpenGift(value: unknown): value is OpenGift {
  if (typeof value !== 'object' || value === null) return false
  const fields: Record<string, unknown> = { ...value }
  return (
    ['id', 'videoId', 'title', 'dancer', 'phone'].every((name) => typeof fields[name] === 'string') &&
    ['quantity', 'startedAt'].every((name) => typeof fields[name] === 'number')
  )
}

type Asked = Pick<WaitingGift, 'request' | 'quantity' | 'phone'>

/**
 * Returns the gift whose prompt is already on that phone, if the server refused another because of it.
 * @returns null for other reasons or an unreadable gift
 */
export async function findOpenGift(error: unknown, asked: Asked): Promise<OpenGift | null> {
  const id = openGiftId(error)
  if (id === null) return null
  const stored = readOpenGift()
  const found = stored?.id === id ? stored : await readGift(id, asked).catch(() => null)
  return found && besides(found, asked)
}

/** Adds the requested gift that was not ordered. */
export function besides(open: OpenGift, { request, quantity, phone }: Asked): OpenGift {
  const { title } = request
  if (open.videoId !== request.videoId || open.quantity !== quantity)
    return { ...open, notOrdered: { title, quantity } }
  return { ...open, notOrdered: open.phone === phone ? undefined : { title, quantity, phone } }
}

async function readGift(id: string, { request, phone }: Asked): Promise<OpenGift> {
  const gift = await answeredInTime((signal) => api('GET /gifts/{id}/', { path: { id }, signal }))
  const { video_id: videoId, video_title: title, vote_count: quantity } = gift
  // The API's gift does not name the dancer.
  const dancer = videoId === request.videoId ? request.dancer : ''
  return { id, videoId, title, dancer, quantity, phone, startedAt: Date.now() }
}

function openGiftId(error: unknown): string | null {
  if (!(error instanceof ApiError) || error.status !== 409) return null
  const { data } = error
  return typeof data === 'object' && data !== null && 'gift_id' in data && typeof data.gift_id === 'string'
    ? data.gift_id
    : null
}

/**
 * Stores the gift in the tab first: a reload before the answer retains the key. The caller removes it.
 * @returns the gift's id
 * @throws ApiError; status 0 if no answer comes in time
 */
export async function orderGift(gift: WaitingGift): Promise<string> {
  keepWaitingGift(gift)
  const { sessionId, deviceFingerprint } = voteSession()
  const answer = await answeredInTime((signal) =>
    api('POST /videos/{id}/bulk-vote/', {
      path: { id: gift.request.videoId },
      body: {
        session_id: sessionId,
        device_fingerprint: deviceFingerprint,
        phone_number: gift.phone,
        vote_count: gift.quantity,
      },
      attempt: gift.key,
      signal,
    }),
  )
  // An answer without an id may come from a proxy.
  if (typeof answer?.gift_id !== 'string') throw new ApiError(0, null)
  return answer.gift_id
}

/** A gift waits for the connection (`line`), or for the answer whether the server has the gift. */
export type WaitsFor = 'line' | 'answer'

/**
 * A gift ordered offline, or without an answer. The stored Idempotency-Key makes retries the same gift, even
 * after a reload.
 */
export type WaitingGift = {
  key: string
  request: GiftRequest
  quantity: number
  phone: string
  /** When Pay was pressed, in ms. */
  startedAt: number
  waitsFor: WaitsFor
}

/** How long a gift is retried, in ms: a later prompt would surprise the user. */
export const WAITING_LIFE_MS = 10 * 60 * 1000

/** Returns the stored gift; removes an expired one. */
export function readWaitingGift(
  at: number = Date.now(),
  storage: Storage | null = tabStorage(),
): WaitingGift | null {
  try {
    const stored: unknown = JSON.parse(storage?.getItem(WAITING_GIFT) ?? 'null')
    if (isWaitingGift(stored) && mayBeSent(stored, at)) return stored
  } catch {
    // The value is no JSON, or storage is unavailable.
  }
  forgetWaitingGift(storage)
  return null
}

/** False also if the clock was set back. */
export function mayBeSent(gift: WaitingGift, at: number): boolean {
  const age = at - gift.startedAt
  return age >= 0 && age < WAITING_LIFE_MS
}

export function keepWaitingGift(gift: WaitingGift, storage: Storage | null = tabStorage()): void {
  try {
    storage?.setItem(WAITING_GIFT, JSON.stringify(gift))
  } catch {
    // Without storage, the gift is pending until the page closes.
  }
}

export function forgetWaitingGift(storage: Storage | null = tabStorage()): void {
  try {
    storage?.removeItem(WAITING_GIFT)
  } catch {
    // Storage is unavailable.
  }
}

function isWaitingGift(value: unknown): value is WaitingGift {
  if (!isFields(value) || !isFields(value.request)) return false
  const { request } = value
  return (
    (value.waitsFor === 'line' || value.waitsFor === 'answer') &&
    ['key', 'phone'].every((name) => typeof value[name] === 'string') &&
    ['quantity', 'startedAt'].every((name) => typeof value[name] === 'number') &&
    ['videoId', 'title', 'dancer'].every((name) => typeof request[name] === 'string')
  )
}

function isFields(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function tabStorage(): Storage | null {
  try {
    return sessionStorage
  } catch {
    return null
  }
}
