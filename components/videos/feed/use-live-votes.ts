import { useEffect } from 'react'
import { setVoteCount } from '#lib/client/videos/vote-counts.ts'

/** What is not live is polled every 15 seconds. */
const POLL_MS = 15_000

/** Keeps a video's count moving while its card is near the view: over the socket, by polling while that is down. */
export function useLiveVotes(videoId: string, wanted: boolean): void {
  useEffect(() => {
    if (!wanted) return
    const ended = new AbortController()
    void follow(videoId, ended.signal)
    return () => ended.abort()
  }, [videoId, wanted])
}

async function follow(videoId: string, ended: AbortSignal): Promise<void> {
  // Loaded after the first paint: counts come with the document.
  const { subscribeVotes } = await import('#lib/client/live/live-socket.ts')
  if (ended.aborted) return
  let polling: ReturnType<typeof setInterval> | undefined
  const unsubscribe = subscribeVotes(
    videoId,
    (update) => setVoteCount(videoId, update.vote_count),
    (status) => {
      clearInterval(polling)
      polling = status === 'offline' ? setInterval(() => void poll(videoId, ended), POLL_MS) : undefined
    },
  )
  ended.addEventListener('abort', () => {
    clearInterval(polling)
    unsubscribe()
  })
}

async function poll(videoId: string, ended: AbortSignal): Promise<void> {
  if (document.hidden) return
  try {
    const { fetchVoteCount } = await import('#lib/client/videos/feed-calls.ts')
    setVoteCount(videoId, await fetchVoteCount(videoId, ended))
  } catch {
    // The next poll tries again.
  }
}
