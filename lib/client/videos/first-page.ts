import type { FeedBeginning, VideoPage, VideoSection } from '#lib/contract/videos/calls.ts'
import type { CardVideo } from './card-video.ts'
import { toCardVideo } from './to-card-video.ts'

/** A page of one of the feed's two sections, from 1; `all` where a filter picks from both. */
export type FeedCursor = { section: VideoSection | 'all'; page: number }

/** What a feed is picked by, besides its order. */
export type FeedFilter = { search: string; county: string; challenge: string }

/** The loaded pages of one sort order: this month's entries first, then all other videos. */
export type FeedPages = {
  videos: CardVideo[]
  /** How many of them, from the first on, stand above the line: this month's entries, or all that a filter picks. */
  thisMonth: number
  /** What comes next; null at the end. */
  next: FeedCursor | null
  /** How many pages are loaded. */
  pages: number
}

/** How the feed begins, as it comes with the document. */
export type FirstPage = FeedPages & {
  /** When the document was rendered, in milliseconds: it may come from a cache. */
  renderedAt: number
}

export const feedStart: FeedCursor = { section: 'this_month', page: 1 }
export const filteredStart: FeedCursor = { section: 'all', page: 1 }

/** Adds a page of the API to the loaded ones. A video that moved between pages is shown once. */
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
