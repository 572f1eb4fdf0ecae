import { untilItComes } from '#lib/client/browser/late-parts.ts'
import type { LiveStatus } from './live-socket.ts'

/** Milliseconds between two polls while the socket is down. */
const POLL_MS = 15_000

type Subscribe<T> = (onUpdate: (update: T) => void, onStatus: (status: LiveStatus) => void) => () => void

/** The callbacks of a page. */
export type LiveListener<T> = {
  /** Is called with the current value at once, then at each change. */
  onUpdate(update: T): void
  /**
   * Is called every 15 seconds while the socket is down and the page is visible, to read from the API what is shown.
   * @param ended aborts once nobody follows any more
   */
  onPoll(ended: AbortSignal): void
  onStatus?(status: LiveStatus): void
}

/**
 * Follows a value over its socket, and polls while the socket is down.
 * @param load returns the function that subscribes; the socket's code is loaded only now
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
  const subscribe = await untilItComes(load, true)
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
