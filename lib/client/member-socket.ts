import type { MemberMessage } from '#lib/contract/sockets.ts'

/** Spec 1, section 7: what is not live is polled every 15 seconds. */
const POLL_MS = 15_000

/** What a page does with news of the member's own. */
export type MemberListener = {
  /** Where it stands comes at once, then each change. */
  onMessage(message: MemberMessage): void
  /** The socket is down: called every 15 seconds while the page is seen; ask the API for what you show. */
  onPoll(): void
}

/**
 * Follows what is the signed-in member's own (their subscription, their tracks) over `/ws/me/`, by polling while that is
 * down. The socket's code is loaded only now. Answers how to stop.
 */
export function followMember(listener: MemberListener): () => void {
  const ended = new AbortController()
  void follow(listener, ended.signal)
  return () => ended.abort()
}

async function follow(listener: MemberListener, ended: AbortSignal): Promise<void> {
  const { subscribeMember } = await import('./live-socket.ts')
  if (ended.aborted) return
  let polling: ReturnType<typeof setInterval> | undefined
  const unsubscribe = subscribeMember(
    (message) => listener.onMessage(message),
    (status) => {
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
