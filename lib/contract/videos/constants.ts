// Apart from the schemas, so that a screen that needs these loads no validation library.

/**
 * Cards to a page of the home feed, for the server that sends the first page with the document and for the browser
 * that asks for the next. Few, so that the document is small.
 */
export const FEED_PAGE_SIZE = 5

/** How many tracks each subscribed dancer gets in a month. */
export const TRACKS_PER_DANCER = 3

/** Characters, after trimming. */
export const VIDEO_TITLE_MAX = 120
export const VIDEO_DESCRIPTION_MAX = 2_000
export const YOUTUBE_URL_MAX = 500

/**
 * The widths in pixels in which the picture of a video is drawn, and its formats, the lightest first. YouTube's own is 480
 * wide: a width that promises more than there is would have browsers take a picture for smaller than it is.
 */
export const STILL_WIDTHS = [160, 320, 480] as const
export const STILL_FORMATS = ['avif', 'webp'] as const

export type StillFile = {
  readonly width: (typeof STILL_WIDTHS)[number]
  readonly format: (typeof STILL_FORMATS)[number]
}
