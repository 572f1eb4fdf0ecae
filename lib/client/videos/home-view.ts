import type { VideoOrdering } from '#lib/contract/videos/calls.ts'

/** The view that the address names: `/`, `/?sort=oldest`, `/?tab=leaderboard`. */
export type HomeView = FeedSort | 'leaderboard'
export type FeedSort = keyof typeof feedOrderings

export const feedOrderings = {
  newest: '-upload_date',
  oldest: 'upload_date',
  'most-voted': '-vote_count',
  'least-voted': 'vote_count',
  'most-viewed': '-view_count',
  'least-viewed': 'view_count',
} as const satisfies Record<string, VideoOrdering>

export const feedSorts = Object.keys(feedOrderings).filter(isFeedSort)

export function isFeedSort(value: string): value is FeedSort {
  return Object.hasOwn(feedOrderings, value)
}

/** Returns newest first for an unknown address. */
export function homeViewOf(search: string): HomeView {
  const params = new URLSearchParams(search)
  if (params.get('tab') === 'leaderboard') return 'leaderboard'
  const sort = params.get('sort') ?? ''
  return isFeedSort(sort) ? sort : 'newest'
}

export function addressOf(view: HomeView): string {
  if (view === 'leaderboard') return '/?tab=leaderboard'
  return view === 'newest' ? '/' : `/?sort=${view}`
}
