import type { VideoPage } from '#lib/contract/videos/calls.ts'
import { toCardVideo } from './card-video.ts'
import type { FeedPages } from './first-page.ts'
import { type FeedSort, feedOrderings } from './home-view.ts'
import { setVoteCount } from './vote-counts.ts'

/** Adds a page of the API to the loaded ones. A video that moved between pages is shown once. */
export function addPage(loaded: FeedPages | null, answer: VideoPage, page: number): FeedPages {
  const before = loaded?.videos ?? []
  const known = new Set(before.map(({ id }) => id))
  const fresh = answer.results.filter(({ id }) => !known.has(id)).map(toCardVideo)
  return { videos: [...before, ...fresh], nextPage: answer.next ? page + 1 : null, pages: page }
}

/** The loaded pages, for as long as the tab's document lives: whoever comes back to the feed finds it as it was. */
const cache = new Map<FeedSort, FeedPages>()

export function cachedFeed(sort: FeedSort): FeedPages | undefined {
  return cache.get(sort)
}

export function cacheFeed(sort: FeedSort, feed: FeedPages): void {
  cache.set(sort, feed)
}

/** Loads a page of a sort order, and updates the vote counts that are shown. @throws ApiError */
export async function loadFeedPage(sort: FeedSort, page: number, signal?: AbortSignal): Promise<VideoPage> {
  // Loaded after the first paint: the first page comes with the document.
  const { fetchFeedPage } = await import('./feed-calls.ts')
  const answer = await fetchFeedPage(feedOrderings[sort], page, signal)
  for (const video of answer.results) setVoteCount(video.id, video.vote_count)
  return answer
}
