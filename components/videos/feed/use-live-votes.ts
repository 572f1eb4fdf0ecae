import { useEffect } from 'react'
import { followLive } from '#lib/client/live/follow-live.ts'
import { setVoteCount, tellVoteCount } from '#lib/client/videos/vote-counts.ts'

/** Keeps a video's count moving while its card is near the view: over the socket, by polling while that is down. */
export function useLiveVotes(videoId: string, wanted: boolean): void {
  useEffect(() => {
    if (!wanted) return
    return followLive(
      async () => {
        // Loaded after the first paint: counts come with the document.
        const { subscribeVotes } = await import('#lib/client/live/live-socket.ts')
        return (onUpdate, onStatus) => subscribeVotes(videoId, onUpdate, onStatus)
      },
      {
        onUpdate: ({ vote_count }: { vote_count: number }) => tellVoteCount(videoId, vote_count),
        onPoll: (ended) => void poll(videoId, ended),
      },
    )
  }, [videoId, wanted])
}

async function poll(videoId: string, ended: AbortSignal): Promise<void> {
  try {
    const { fetchVoteCount } = await import('#lib/client/videos/feed-calls.ts')
    setVoteCount(videoId, await fetchVoteCount(videoId, ended))
  } catch {
    // The next poll tries again.
  }
}
