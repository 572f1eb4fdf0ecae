import { useCallback, useEffect, useState } from 'react'
import { followGift } from '#lib/client/gifts/follow-gift.ts'
import { isFinal, promptedAtBy } from '#lib/client/gifts/gift-progress.ts'
import type { GiftView } from '#lib/contract/gifts/calls.ts'

export type FollowedGift = {
  gift: GiftView | null
  /** The server does not know the id. */
  unknown: boolean
  /** The device's time in ms when the prompt was sent: later than the order if queued or retried. */
  promptedAt: number
  /** Takes the gift from the answer of another call. */
  take: (gift: GiftView) => void
}

/**
 * Follows a gift until its outcome is final.
 * @param startedAt the device's time of the order in ms
 * @param initial the gift as the server rendered it, and the render time
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
 * The current time in ms, updated every second while `running`.
 * @param first the server's render time, so that the first texts are equal
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
