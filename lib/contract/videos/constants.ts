/** Cards per page of the feed; few, for a small document. */
export const FEED_PAGE_SIZE = 5

/** For each subscribed dancer per month. */
export const TRACKS_PER_DANCER = 3

/** Characters after trimming. */
export const VIDEO_TITLE_MAX = 120
export const VIDEO_DESCRIPTION_MAX = 2_000
export const YOUTUBE_URL_MAX = 500

/**
 * Widths in pixels, and formats, lightest first. YouTube's picture is 480 wide: browsers would trust a larger
 * width.
 */
export const STILL_WIDTHS = [160, 320, 480] as const
export const STILL_FORMATS = ['avif', 'webp'] as const

export type StillFile = {
  readonly width: (typeof STILL_WIDTHS)[number]
  readonly format: (typeof STILL_FORMATS)[number]
}
