// Apart from the schemas, so that a screen that needs these loads no validation library.

/**
 * Cards to a page of the home feed, for the server that sends the first page with the document and for the browser
 * that asks for the next. Few, so that the document is small.
 */
export const FEED_PAGE_SIZE = 5

/** Characters, after trimming. */
export const VIDEO_TITLE_MAX = 120
export const VIDEO_DESCRIPTION_MAX = 2_000
export const YOUTUBE_URL_MAX = 500
