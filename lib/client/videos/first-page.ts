import type { FeedBeginning, VideoPage, VideoSection } from '#lib/contract/videos/calls.ts'
import type { CardVideo } from './card-video.ts'
import { toCardVideo } from './to-card-video.ts'

/** The next page to load, from 1; section `all` with a filter. */
export type FeedCursor = { section: VideoSection | 'all'; page: number }

export type FeedFilter = { search: string; county: string; challenge: string }

/** Loaded pages: this month's entries, then all others. */
export type FeedPages = {
  videos: CardVideo[]
  /** Number of videos above the divider. */
  thisMonth: number
  next: FeedCursor | null
  pages: number
}

/** The feed's first page, sent with the document. */
export type FirstPage = FeedPages & {
  /** In ms. The document may be cached. */
  renderedAt: number
}

export const feedStart: FeedCursor = { section: 'this_month', page: 1 }
export const filteredStart: FeedCursor = { section: 'all', page: 1 }

/** Adds a page; a video that moved between pages is shown once. */
export function addPage(
  loaded: FeedPages | null,
  answer: VideoPage,
  { section, page }: FeedCursor,
): FeedPages {
  const before = loaded?.videos ?? []
  const known = new Set(before.map(({ id }) => id))
  const fresh = answer.results.filter(({ id }) => !known.has(id)).map(toCardVideo)
  const last = section === 'this_month' ? ({ section: 'others', page: 1 } as const) : null
  return {
    videos: [...before, ...fresh],
    thisMonth: (loaded?.thisMonth ?? 0) + (section === 'others' ? 0 : fresh.length),
    next: answer.next ? { section, page: page + 1 } : last,
    pages: (loaded?.pages ?? 0) + 1,
  }
}

export function firstPageOf({ thisMonth, others }: FeedBeginning, at: Date): FirstPage {
  const first = addPage(null, thisMonth, feedStart)
  const whole = others && first.next ? addPage(first, others, first.next) : first
  return { ...whole, renderedAt: at.getTime() }
}
