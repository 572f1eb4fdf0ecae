import { voteSession } from '#lib/client/gifts/vote-session.ts'
import { apiGet, apiPost } from '#lib/client/http/api-client.ts'
import type { CurrentChallenge, LeaderboardRow } from '#lib/contract/challenges/calls.ts'
import type { Video, VideoOrdering, VideoPage } from '#lib/contract/videos/calls.ts'
import { FEED_PAGE_SIZE } from '#lib/contract/videos/feed.ts'

export function fetchFeedPage(
  ordering: VideoOrdering,
  page: number,
  signal?: AbortSignal,
): Promise<VideoPage> {
  const query = { page, page_size: FEED_PAGE_SIZE, status: 'approved', ordering }
  return apiGet<VideoPage>('/videos/', { query, signal })
}

export function fetchVideo(id: string, signal?: AbortSignal): Promise<Video> {
  return apiGet<Video>(`/videos/${id}/`, { signal })
}

export function fetchLeaderboard(signal?: AbortSignal): Promise<LeaderboardRow[]> {
  return apiGet<LeaderboardRow[]>('/leaderboard/', { signal })
}

/** @throws ApiError 404 between months */
export function fetchCurrentChallenge(signal?: AbortSignal): Promise<CurrentChallenge> {
  return apiGet<CurrentChallenge>('/videos/challenges/current/', { signal })
}

/** Counts a view; whoever watches need not know that it failed. */
export function countView(id: string): void {
  void apiPost(`/videos/${id}/view/`, { session_id: voteSession().sessionId }).catch(() => undefined)
}
