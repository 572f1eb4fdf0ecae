import type { VideoPage } from '#lib/contract/videos/calls.ts'
import {
  addPage,
  type FeedCursor,
  type FeedFilter,
  type FeedPages,
  feedStart,
  filteredStart,
} from './first-page.ts'
import { type FeedSort, feedOrderings } from './home-view.ts'
import { setVoteCount } from './vote-counts.ts'

/** The loaded pages, for as long as the tab's document lives: whoever comes back to the feed finds it as it was. */
const cache = new Map<string, FeedPages>()

/** What is shown in a feed: its order, and what it is picked by. */
export type FeedQuery = { sort: FeedSort; filter: FeedFilter | null }

/** The name of a feed, the same for the same query. */
export function feedKey({ sort, filter }: FeedQuery): string {
  return filter ? JSON.stringify([sort, filter.search, filter.county, filter.challenge]) : sort
}

export function cachedFeed(query: FeedQuery): FeedPages | undefined {
  return cache.get(feedKey(query))
}

export function cacheFeed(query: FeedQuery, feed: FeedPages): void {
  cache.set(feedKey(query), feed)
}

/**
 * Loads on from what is loaded, page after page until there is a video more, or the end.
 * @throws ApiError
 */
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

/** Loads one page, and updates the vote counts that are shown. @throws ApiError */
async function loadPage({ sort, filter }: FeedQuery, cursor: FeedCursor): Promise<VideoPage> {
  // Loaded after the first paint: the first page comes with the document.
  const { fetchFeedPage } = await import('./feed-calls.ts')
  const answer = await fetchFeedPage(feedOrderings[sort], cursor, filter)
  for (const video of answer.results) setVoteCount(video.id, video.vote_count)
  return answer
}
