import { useCallback, useEffect, useState } from 'react'
import { isSettled, nextPollMs } from '#lib/client/gifts/gift-progress.ts'
import { ApiError, api } from '#lib/client/http/api.ts'
import type { GiftView } from '#lib/contract/gifts/calls.ts'

export type FollowedGift = {
  gift: GiftView | null
  /** Nobody knows a gift of this id. */
  unknown: boolean
  /** Milliseconds on this device's clock since when a prompt may be on the phone: later than it was asked for where it had to wait. */
  promptedAt: number
  /** Takes an answer that came another way. */
  take: (gift: GiftView) => void
}

/** Follows a gift until it is settled. People come back from their SIM menu: then it is asked about at once. */
export function useGift(id: string | null, startedAt: number, initial: GiftView | null = null): FollowedGift {
  const [gift, setGift] = useState<GiftView | null>(initial)
  const [queuedAt, setQueuedAt] = useState(0)
  const [unknownId, setUnknownId] = useState<string | null>(null)
  const current = gift?.id === id ? gift : null
  const settled = current !== null && isSettled(current)

  useEffect(() => {
    if (!id || settled || unknownId === id) return
    const ended = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const ask = async () => {
      clearTimeout(timer)
      try {
        const answer = await api('GET /gifts/{id}/', { path: { id }, signal: ended.signal })
        setGift(answer)
        if (answer.wait_seconds !== null) setQueuedAt(Date.now())
      } catch (error) {
        if (ended.signal.aborted) return
        if (error instanceof ApiError && error.status === 404) return setUnknownId(id)
        // No answer is no news: the next poll tries again.
      }
      if (!ended.signal.aborted) timer = setTimeout(ask, nextPollMs(Date.now() - startedAt))
    }
    const onVisible = () => {
      if (!document.hidden) void ask()
    }
    void ask()
    document.addEventListener('visibilitychange', onVisible)
    return () => {
      ended.abort()
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', onVisible)
    }
  }, [id, settled, unknownId, startedAt])

  const take = useCallback((next: GiftView) => setGift(next), [])
  return {
    gift: current,
    unknown: unknownId === id && id !== null,
    promptedAt: Math.max(startedAt, queuedAt),
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
