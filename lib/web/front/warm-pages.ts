import { log } from '#lib/core/log.ts'
import { locales } from '#messages/locales.ts'

/** Pages that are built without a database, and so without anything that is in it. */
export const warmedPages: readonly string[] = [
  '/',
  '/?sort=oldest',
  '/?sort=most-voted',
  '/?sort=least-voted',
  '/?sort=most-viewed',
  '/?sort=least-viewed',
  '/?tab=leaderboard',
  '/results',
  '/rules',
  '/search',
]

/**
 * Asks for each page that was built empty, in each language, before anybody else does: its first request waits until it is
 * rendered anew (lib/web/pages/page-cache.ts). A page that fails is left to its visitors.
 * @param origin of this process
 */
export async function warmPages(origin: string): Promise<void> {
  const asked = warmedPages.flatMap((page) => locales.map((language) => ({ page, language })))
  const answers = await Promise.allSettled(
    asked.map(async ({ page, language }) => {
      const answer = await fetch(`${origin}${page}`, {
        headers: { 'accept-language': language },
        signal: AbortSignal.timeout(PATIENCE_MS),
      })
      await answer.arrayBuffer()
    }),
  )
  const cold = answers.filter(({ status }) => status === 'rejected').length
  if (cold > 0) log.warn({ cold }, 'pages not warmed')
}

const PATIENCE_MS = 10_000
