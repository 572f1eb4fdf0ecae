import type { GiftRequest } from './gift-requests.ts'
import { WAITING_GIFT } from './stored-gifts.ts'

/** The connection, or the server's answer whether it has the gift. */
export type WaitsFor = 'line' | 'answer'

/**
 * Ordered offline, or without an answer. The stored Idempotency-Key makes retries the same gift, even after a
 * reload.
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

/** Milliseconds; a later prompt would surprise the user. */
export const WAITING_LIFE_MS = 10 * 60 * 1000

/** Removes an expired gift. */
export function readWaitingGift(
  at: number = Date.now(),
  storage: Storage | null = tabStorage(),
): WaitingGift | null {
  try {
    const stored: unknown = JSON.parse(storage?.getItem(WAITING_GIFT) ?? 'null')
    if (isWaitingGift(stored) && mayBeSent(stored, at)) return stored
  } catch {
    // No JSON, or no storage.
  }
  forgetWaitingGift(storage)
  return null
}

/** A clock set back also ends the wait. */
export function mayBeSent(gift: WaitingGift, at: number): boolean {
  const age = at - gift.startedAt
  return age >= 0 && age < WAITING_LIFE_MS
}

export function keepWaitingGift(gift: WaitingGift, storage: Storage | null = tabStorage()): void {
  try {
    storage?.setItem(WAITING_GIFT, JSON.stringify(gift))
  } catch {
    // No storage: pending until the page closes.
  }
}

export function forgetWaitingGift(storage: Storage | null = tabStorage()): void {
  try {
    storage?.removeItem(WAITING_GIFT)
  } catch {
    // No storage.
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
