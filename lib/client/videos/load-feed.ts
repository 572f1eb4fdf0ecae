import type { VideoPage } from '#lib/contract/videos/calls.ts'
import { fetchFeedPage } from './feed-calls.ts'
import type { FeedQuery } from './feed-pages.ts'
import { addPage, type FeedCursor, type FeedPages, feedStart, filteredStart } from './first-page.ts'
import { setVoteCount } from './follow-votes.ts'
import { feedOrderings } from './home-view.ts'

/** Loads pages until a new video appears, or until the end. @throws ApiError */
export async function loadOn(query: FeedQuery, loaded: FeedPages | null): Promise<FeedPages> {
  let pages = loaded
  let cursor: FeedCursor | null = loaded ? loaded.next : query.filter ? filteredStart : feedStart
  const before = loaded?.videos.length ?? 0
  while (cursor && (pages?.videos.length ?? 0) === before) {
    pages = addPage(pages, await loadPage(query, cursor), cursor)
    cursor = pages.next
  }
  return pages ?? { videos: [], thisMonth: 0, next: null, pages: 0 }
}

/** Also updates vote counts. @throws ApiError */
async function loadPage({ sort, filter }: FeedQuery, cursor: FeedCursor): Promise<VideoPage> {
  const answer = await fetchFeedPage(feedOrderings[sort], cursor, filter)
  for (const video of answer.results) setVoteCount(video.id, video.vote_count)
  return answer
}
