import type { VideoPage } from '#lib/contract/videos/calls.ts'
import { type CardVideo, toCardVideo } from './card-video.ts'

/** The loaded pages of one sort order. `nextPage` is null at the end. */
export type FeedPages = { videos: CardVideo[]; nextPage: number | null; pages: number }

/** The first page as it comes with the document. */
export type FirstPage = FeedPages & {
  /** When the document was rendered, in milliseconds: it may come from a cache. */
  renderedAt: number
}

export function firstPageOf(answer: VideoPage, at: Date): FirstPage {
  return {
    videos: answer.results.map(toCardVideo),
    nextPage: answer.next ? 2 : null,
    pages: 1,
    renderedAt: at.getTime(),
  }
}
