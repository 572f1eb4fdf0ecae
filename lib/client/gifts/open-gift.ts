import { serverClock } from '#lib/client/browser/server-clock.ts'
import type { GiftStatus, GiftView } from '#lib/contract/gifts/calls.ts'
import { isFinal } from './gift-progress.ts'
import { OPEN_GIFT } from './stored-gifts.ts'

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
