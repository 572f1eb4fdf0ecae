import { followLive } from '#lib/client/live/follow-live.ts'
import { fetchVoteCount } from './feed-calls.ts'
import { storeVoteCount } from './vote-counts.ts'

// Separate from vote-counts.ts, to keep a page's first load small.

/** How long a socket's count wins, in ms: browsers cache answers for six seconds, the proxy for two. */
const TOLD_MS = 10_000
/** When the socket told a video's count, by `performance.now()`. */
const toldAt = new Map<string, number>()

export function tellVoteCount(videoId: string, count: number): void {
  toldAt.set(videoId, performance.now())
  storeVoteCount(videoId, count)
}

/** Stores a count from an answer, which may be older than the socket's. */
export function setVoteCount(videoId: string, count: number): void {
  if (performance.now() - (toldAt.get(videoId) ?? Number.NEGATIVE_INFINITY) >= TOLD_MS)
    storeVoteCount(videoId, count)
}

/** Follows votes by socket, or by polling. @returns a function that stops following */
export function followVotes(videoId: string): () => void {
  return followLive(
    async () => {
      const { subscribeVotes } = await import('#lib/client/live/live-socket.ts')
      return (onUpdate, onStatus) => subscribeVotes(videoId, onUpdate, onStatus)
    },
    {
      onUpdate: ({ vote_count }: { vote_count: number }) => tellVoteCount(videoId, vote_count),
      onPoll: (ended) => void poll(videoId, ended),
    },
  )
}

async function poll(videoId: string, ended: AbortSignal): Promise<void> {
  try {
    setVoteCount(videoId, await fetchVoteCount(videoId, ended))
  } catch {
    // The next poll retries.
  }
}
