import type { FeedFilter, FeedPages } from './first-page.ts'
import type { FeedSort } from './home-view.ts'

/** Loaded pages, until the document closes: the feed is unchanged on return. */
const cache = new Map<string, FeedPages>()

export type FeedQuery = { sort: FeedSort; filter: FeedFilter | null }

export function feedKey({ sort, filter }: FeedQuery): string {
  return filter ? JSON.stringify([sort, filter.search, filter.county, filter.challenge]) : sort
}

export function cachedFeed(query: FeedQuery): FeedPages | undefined {
  return cache.get(feedKey(query))
}

export function cacheFeed(query: FeedQuery, feed: FeedPages): void {
  cache.set(feedKey(query), feed)
}
