import { loadWithRetry } from '#lib/client/browser/lazy-parts.ts'
import type { LiveStatus } from './live-socket.ts'

const POLL_MS = 15_000

type Subscribe<T> = (onUpdate: (update: T) => void, onStatus: (status: LiveStatus) => void) => () => void

export type LiveListener<T> = {
  onUpdate(update: T): void
  /**
   * Called every 15 seconds while the socket is down and the page visible.
   * @param ended aborts when following stops
   */
  onPoll(ended: AbortSignal): void
  onStatus?(status: LiveStatus): void
}

/**
 * Follows updates by socket; polls while the socket is down.
 * @param load loads the socket's code on demand
 * @returns a function that stops following
 */
export function followLive<T>(load: () => Promise<Subscribe<T>>, listener: LiveListener<T>): () => void {
  const ended = new AbortController()
  void follow(load, listener, ended.signal)
  return () => ended.abort()
}

async function follow<T>(
  load: () => Promise<Subscribe<T>>,
  listener: LiveListener<T>,
  ended: AbortSignal,
): Promise<void> {
  const subscribe = await loadWithRetry(load, true)
  if (ended.aborted) return
  let polling: ReturnType<typeof setInterval> | undefined
  const unsubscribe = subscribe(
    (update) => listener.onUpdate(update),
    (status) => {
      listener.onStatus?.(status)
      clearInterval(polling)
      if (status === 'offline')
        polling = setInterval(() => {
          if (!document.hidden) listener.onPoll(ended)
        }, POLL_MS)
    },
  )
  ended.addEventListener('abort', () => {
    clearInterval(polling)
    unsubscribe()
  })
}
