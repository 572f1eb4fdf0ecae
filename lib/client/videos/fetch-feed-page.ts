import { api } from '#lib/client/http/api.ts'
import type { VideoOrdering, VideoPage } from '#lib/contract/videos/calls.ts'
import { FEED_PAGE_SIZE } from '#lib/contract/videos/constants.ts'

/** A page of the feed from the API. Loaded after the first paint, which is why it has a file of its own. @throws ApiError */
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
