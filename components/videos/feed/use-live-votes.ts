import { useEffect } from 'react'
import { startLate } from '#lib/client/browser/late-parts.ts'

/** Only near the view, after the first paint. */
export function useLiveVotes(videoId: string, wanted: boolean): void {
  useEffect(() => {
    if (!wanted) return
    return startLate(
      () => import('#lib/client/videos/follow-votes.ts'),
      ({ followVotes }) => followVotes(videoId),
    )
  }, [videoId, wanted])
}
