import { isOurs } from '#lib/client/offline/kept-answers.ts'
import { serverClock } from './server-clock.ts'

/**
 * Asks whether the server answers for this page now: before it is opened anew, because without a line, and where a net answers with a page
 * of its own, what is on the screen is worth more.
 */
export async function serverAnswers(): Promise<boolean> {
  const answer = await fetch(location.href, { method: 'HEAD', cache: 'no-store' }).catch(() => null)
  if (!answer || !isOurs(answer)) return false
  serverClock.note(answer)
  return answer.ok
}
