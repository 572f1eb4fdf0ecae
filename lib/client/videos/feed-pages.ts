import type { FeedFilter, FeedPages } from './first-page.ts'
import type { FeedSort } from './home-view.ts'

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
