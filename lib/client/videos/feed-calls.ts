import { api } from '#lib/client/http/api.ts'
import type { VideoOrdering, VideoPage } from '#lib/contract/videos/calls.ts'
import { FEED_PAGE_SIZE } from '#lib/contract/videos/constants.ts'

// What the feed asks the API after the first paint. In a file of its own, so that the first load is without it.

/** A page of the feed. @throws ApiError */
export function fetchFeedPage(
  ordering: VideoOrdering,
  page: number,
  signal?: AbortSignal,
): Promise<VideoPage> {
  return api('GET /videos/', {
    query: { page, page_size: FEED_PAGE_SIZE, status: 'approved', ordering },
    signal,
  })
}

/** How many votes a video has now. @throws ApiError */
export async function fetchVoteCount(id: string, signal: AbortSignal): Promise<number> {
  return (await api('GET /videos/{id}/', { path: { id }, signal })).vote_count
}
