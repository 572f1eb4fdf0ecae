import { useEffect } from 'react'
import { startLate } from '#lib/client/browser/late-parts.ts'

/** Keeps a video's count moving while its card is near the view. Counts come with the document, so this comes after the first paint. */
export function useLiveVotes(videoId: string, wanted: boolean): void {
  useEffect(() => {
    if (!wanted) return
    return startLate(
      () => import('#lib/client/videos/follow-votes.ts'),
      ({ followVotes }) => followVotes(videoId),
    )
  }, [videoId, wanted])
}
