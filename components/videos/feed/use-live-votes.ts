import { useEffect } from 'react'
import { startLazily } from '#lib/client/browser/lazy-parts.ts'

/** Follows a video's vote count while `wanted`; starts after the first paint. */
export function useLiveVotes(videoId: string, wanted: boolean): void {
  useEffect(() => {
    if (!wanted) return
    return startLazily(
      () => import('#lib/client/videos/follow-votes.ts'),
      ({ followVotes }) => followVotes(videoId),
    )
  }, [videoId, wanted])
}
