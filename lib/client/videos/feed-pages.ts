import type { VideoPage } from '#lib/contract/videos/calls.ts'
import { toCardVideo } from './card-video.ts'
import type { FeedPages } from './first-page.ts'
import { type FeedSort, feedOrderings } from './home-view.ts'
import { setVoteCount } from './vote-counts.ts'

/** What a page of the API adds to what is loaded; a video that moved between pages is shown once. */
export function addPage(loaded: FeedPages | null, answer: VideoPage, page: number): FeedPages {
  const before = loaded?.videos ?? []
  const known = new Set(before.map(({ id }) => id))
  const fresh = answer.results.filter(({ id }) => !known.has(id)).map(toCardVideo)
  return { videos: [...before, ...fresh], nextPage: answer.next ? page + 1 : null, pages: page }
}

// Lives as long as the tab's document: coming back to the feed finds it as it was.
const kept = new Map<FeedSort, FeedPages>()

export function keptFeed(sort: FeedSort): FeedPages | undefined {
  return kept.get(sort)
}

export function keepFeed(sort: FeedSort, feed: FeedPages): void {
  kept.set(sort, feed)
}

/** Loads a page of a sort order and tells every count on the page what it brought. @throws ApiError */
export async function loadFeedPage(sort: FeedSort, page: number, signal?: AbortSignal): Promise<VideoPage> {
  // Loaded after the first paint: the first page comes with the document.
  const { fetchFeedPage } = await import('./feed-calls.ts')
  const answer = await fetchFeedPage(feedOrderings[sort], page, signal)
  for (const video of answer.results) setVoteCount(video.id, video.vote_count)
  return answer
}
