import { followLive } from '#lib/client/live/follow-live.ts'
import { setVoteCount, tellVoteCount } from './count-answers.ts'
import { fetchVoteCount } from './feed-calls.ts'

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
