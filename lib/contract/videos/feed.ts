/**
 * Cards to a page of the home feed, for the server that sends the first page with the document and for the browser
 * that asks for the next. Few, so that the document is small. Apart from the schemas: no validation library comes with it.
 */
export const FEED_PAGE_SIZE = 5
