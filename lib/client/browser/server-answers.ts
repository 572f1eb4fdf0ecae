import { isOurs } from '#lib/client/offline/cached-answers.ts'
import { serverClock } from './server-clock.ts'

/**
 * Whether our server answers. Checked before a reload: offline or behind a captive portal, the visible
 * content is worth more.
 */
export async function serverAnswers(): Promise<boolean> {
  const answer = await fetch(location.href, { method: 'HEAD', cache: 'no-store' }).catch(() => null)
  if (!answer || !isOurs(answer)) return false
  serverClock.note(answer)
  return answer.ok
}
