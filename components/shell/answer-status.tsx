/**
 * HTTP status of a cached page, read by the page cache (lib/web/pages/page-cache.ts). Next's notFound() would
 * send an empty document that only scripts fill.
 */
export function AnswerStatus({ status }: { status: 404 }) {
  return <meta name="answer-status" content={String(status)} />
}
