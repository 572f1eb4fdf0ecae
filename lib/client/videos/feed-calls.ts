import { api } from '#lib/client/http/api.ts'
import { isCounty } from '#lib/contract/profiles/counties.ts'
import type { VideoOrdering, VideoPage } from '#lib/contract/videos/calls.ts'
import { FEED_PAGE_SIZE } from '#lib/contract/videos/constants.ts'
import type { FeedCursor, FeedFilter } from './first-page.ts'

// A separate file, to keep the first load small.

/** @throws ApiError */
export function fetchFeedPage(
  ordering: VideoOrdering,
  { section, page }: FeedCursor,
  filter: FeedFilter | null,
): Promise<VideoPage> {
  const { search, county, challenge } = filter ?? { search: '', county: '', challenge: '' }
  return api('GET /videos/', {
    query: {
      page,
      page_size: FEED_PAGE_SIZE,
      status: 'approved',
      ordering,
      ...(section === 'all' ? {} : { section }),
      ...(search ? { search } : {}),
      ...(isCounty(county) ? { county } : {}),
      ...(challenge ? { challenge } : {}),
    },
  })
}

/** @throws ApiError */
export async function fetchVoteCount(id: string, signal: AbortSignal): Promise<number> {
  return (await api('GET /videos/{id}/', { path: { id }, signal })).vote_count
}
