import { serverClock } from '#lib/client/browser/server-clock.ts'
import type { GiftStatus, GiftView } from '#lib/contract/gifts/calls.ts'
import { isFinal } from './gift-progress.ts'
import { OPEN_GIFT } from './stored-gifts.ts'

/** A gift whose payment is open. It is stored, so that a reload does not ask to pay again. */
export type OpenGift = {
  id: string
  videoId: string
  title: string
  dancer: string
  quantity: number
  phone: string
  startedAt: number
  /** The outcome that was told and is not final: money that comes after it still counts. */
  told?: GiftStatus
  /** What was asked for when this payment was found open instead, and was not ordered. */
  notOrdered?: {
    title: string
    quantity: number
    /** The phone that was not asked, where nothing else is different. */
    phone?: string | undefined
  }
}

/** The server settles every prompt long before. This makes a lost one end some day. */
const LIFE_MS = 24 * 60 * 60 * 1000

/** Returns the gift of this device whose payment is open, or null. What is too old or broken is forgotten. */
export function readOpenGift(at: number = Date.now()): OpenGift | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(OPEN_GIFT) ?? 'null')
    if (isOpenGift(stored) && at - stored.startedAt < LIFE_MS) return stored
  } catch {
    // No JSON, or no storage.
  }
  removeOpenGift()
  return null
}

function removeOpenGift(): void {
  try {
    localStorage.removeItem(OPEN_GIFT)
  } catch {
    // What could not be stored need not be removed.
  }
}

export function rememberOpenGift(gift: OpenGift): void {
  try {
    localStorage.setItem(OPEN_GIFT, JSON.stringify(gift))
  } catch {
    // Without storage the gift is known only while the page is open.
  }
}

export function forgetOpenGift(id: string): void {
  if (readOpenGift()?.id === id) removeOpenGift()
}

/** When a gift was asked for, in milliseconds on this device's clock, also where another device has asked. */
export function startOf({ id, created_at }: Pick<GiftView, 'id' | 'created_at'>): number {
  const open = readOpenGift()
  return open?.id === id ? open.startedAt : serverClock.onDevice(Date.parse(created_at))
}

/** Notes what is told of a payment's outcome. Where that is final there is nothing to keep any more. */
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
