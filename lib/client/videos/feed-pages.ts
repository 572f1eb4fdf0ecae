import type { VideoPage } from '#lib/contract/videos/calls.ts'
import { addPage, type FeedCursor, type FeedPages, feedStart } from './first-page.ts'
import { type FeedSort, feedOrderings } from './home-view.ts'
import { setVoteCount } from './vote-counts.ts'

/** The loaded pages, for as long as the tab's document lives: whoever comes back to the feed finds it as it was. */
const cache = new Map<FeedSort, FeedPages>()

export function cachedFeed(sort: FeedSort): FeedPages | undefined {
  return cache.get(sort)
}

export function cacheFeed(sort: FeedSort, feed: FeedPages): void {
  cache.set(sort, feed)
}

/**
 * Loads on from what is loaded, page after page until there is a video more, or the end.
 * @throws ApiError
 */
export async function loadOn(sort: FeedSort, loaded: FeedPages | null): Promise<FeedPages> {
  let pages = loaded
  let cursor: FeedCursor | null = loaded ? loaded.next : feedStart
  const before = loaded?.videos.length ?? 0
  while (cursor && (pages?.videos.length ?? 0) === before) {
    pages = addPage(pages, await loadPage(sort, cursor), cursor)
    cursor = pages.next
  }
  return pages ?? { videos: [], thisMonth: 0, next: null, pages: 0 }
}

/** Loads one page, and updates the vote counts that are shown. @throws ApiError */
async function loadPage(sort: FeedSort, cursor: FeedCursor): Promise<VideoPage> {
  // Loaded after the first paint: the first page comes with the document.
  const { fetchFeedPage } = await import('./feed-calls.ts')
  const answer = await fetchFeedPage(feedOrderings[sort], cursor)
  for (const video of answer.results) setVoteCount(video.id, video.vote_count)
  return answer
}
