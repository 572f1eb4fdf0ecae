import type { GiftRequest } from './gift-requests.ts'
import { WAITING_GIFT } from './stored-gifts.ts'

/** What a gift waits for: the line, or a server that has not said yet whether it has the gift. */
export type WaitsFor = 'line' | 'answer'

/**
 * A gift that was asked for while the line was away, or whose answer was lost. It waits in the tab with its Idempotency-Key, so
 * that it is the same gift for the server however often it is sent, also after a reload.
 */
export type WaitingGift = {
  key: string
  request: GiftRequest
  quantity: number
  phone: string
  /** Milliseconds, when Pay was pressed. */
  startedAt: number
  waitsFor: WaitsFor
}

/** Nobody is surprised by a prompt later than this, in milliseconds. */
export const WAITING_LIFE_MS = 10 * 60 * 1000

/** Returns the gift that waits in this tab, or null. One that has waited for too long is forgotten. */
export function readWaitingGift(
  at: number = Date.now(),
  storage: Storage | null = tabStorage(),
): WaitingGift | null {
  try {
    const stored: unknown = JSON.parse(storage?.getItem(WAITING_GIFT) ?? 'null')
    if (isWaitingGift(stored) && mayBeSent(stored, at)) return stored
  } catch {
    // No JSON, or no storage: without it a gift waits only while the page is open.
  }
  forgetWaitingGift(storage)
  return null
}

/** Whether a gift may still be sent. A clock that was set back ends the wait, too. */
export function mayBeSent(gift: WaitingGift, at: number): boolean {
  const age = at - gift.startedAt
  return age >= 0 && age < WAITING_LIFE_MS
}

export function keepWaitingGift(gift: WaitingGift, storage: Storage | null = tabStorage()): void {
  try {
    storage?.setItem(WAITING_GIFT, JSON.stringify(gift))
  } catch {
    // Without storage a gift waits only while the page is open.
  }
}

export function forgetWaitingGift(storage: Storage | null = tabStorage()): void {
  try {
    storage?.removeItem(WAITING_GIFT)
  } catch {
    // What could not be stored need not be removed.
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
