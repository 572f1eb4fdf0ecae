import type { LiveStatus } from './live-socket.ts'

/** What is not live is polled every 15 seconds. */
const POLL_MS = 15_000

type Subscribe<T> = (onUpdate: (update: T) => void, onStatus: (status: LiveStatus) => void) => () => void

/** What a page does with news. */
export type LiveListener<T> = {
  /** Where it stands comes at once, then each change. */
  onUpdate(update: T): void
  /** The socket is down: called every 15 seconds while the page is seen; ask the API for what you show. */
  onPoll(): void
  onStatus?(status: LiveStatus): void
}

/**
 * Follows something over its socket, by polling while that is down.
 * @param load brings the way to subscribe: the socket's code is loaded only now
 * @returns how to stop
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
  const subscribe = await load()
  if (ended.aborted) return
  let polling: ReturnType<typeof setInterval> | undefined
  const unsubscribe = subscribe(
    (update) => listener.onUpdate(update),
    (status) => {
      listener.onStatus?.(status)
      clearInterval(polling)
      if (status === 'offline')
        polling = setInterval(() => {
          if (!document.hidden) listener.onPoll()
        }, POLL_MS)
    },
  )
  ended.addEventListener('abort', () => {
    clearInterval(polling)
    unsubscribe()
  })
}
