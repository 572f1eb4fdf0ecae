import { useCallback, useEffect, useState } from 'react'
import { followGift } from '#lib/client/gifts/follow-gift.ts'
import { isFinal, promptedAtBy } from '#lib/client/gifts/gift-progress.ts'
import type { GiftView } from '#lib/contract/gifts/calls.ts'

export type FollowedGift = {
  gift: GiftView | null
  /** Nobody knows a gift of this id. */
  unknown: boolean
  /**
   * Milliseconds on this device's clock since when a prompt may be on the phone: later than it was asked for where it had to
   * wait, or was tried again.
   */
  promptedAt: number
  /** Takes an answer that came another way. */
  take: (gift: GiftView) => void
}

/**
 * Follows a gift until its outcome is final.
 * @param initial the gift as the server has rendered it, and the moment at which it did
 */
export function useGift(
  id: string | null,
  startedAt: number,
  initial: { gift: GiftView; at: number } | null = null,
): FollowedGift {
  const [{ gift, promptedAt }, setKnown] = useState(() => ({
    gift: initial?.gift ?? null,
    promptedAt: (initial && promptedAtBy(null, initial.gift, initial.at)) ?? 0,
  }))
  const [unknownId, setUnknownId] = useState<string | null>(null)
  const current = gift?.id === id ? gift : null
  const isOver = current !== null && isFinal(current)

  const take = useCallback((next: GiftView) => {
    const at = Date.now()
    setKnown((known) => ({
      gift: next,
      promptedAt: promptedAtBy(known.gift, next, at) ?? known.promptedAt,
    }))
  }, [])

  useEffect(() => {
    if (!id || isOver || unknownId === id) return
    return followGift(id, { onAnswer: take, onUnknown: () => setUnknownId(id) })
  }, [id, isOver, unknownId, take])

  return {
    gift: current,
    unknown: unknownId === id && id !== null,
    promptedAt: Math.max(startedAt, promptedAt),
    take,
  }
}

/**
 * The moment, a second at a time, while something counts down.
 * @param first the moment that the server rendered at, so that the browser begins with the same text
 */
export function useNow(running: boolean, first?: number): number {
  const [at, setAt] = useState(() => first ?? Date.now())
  useEffect(() => {
    if (!running) return
    setAt(Date.now())
    const timer = setInterval(() => setAt(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [running])
  return at
}
