/**
 * The status that a kept page is answered with. Next's notFound() would leave the page to the browser's scripts: its
 * document is an empty shell. The cache of pages reads this mark instead (lib/web/pages/page-cache.ts).
 */
export function AnswerStatus({ status }: { status: 404 }) {
  return <meta name="answer-status" content={String(status)} />
}
