import type { GiftRequest } from './gift-requests.ts'
import { WAITING_GIFT } from './stored-gifts.ts'

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
