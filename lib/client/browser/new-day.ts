import { nairobiToday } from '#lib/client/formats/nairobi-days.ts'
import { serverAnswers } from './server-answers.ts'

/**
 * Calls back where the page is looked at again on another day in Nairobi than the one on which it was opened, as soon as the server answers.
 * The month's phase and its days may be others by then, and no script draws those. A clock that is wrong is so on both days.
 * @returns ends it
 */
export function watchNewDay(onNewDay: () => void): () => void {
  const opened = nairobiToday()
  const ended = new AbortController()
  const { signal } = ended
  const look = async () => {
    if (document.hidden || nairobiToday() === opened) return
    if ((await serverAnswers()) && !document.hidden && !signal.aborted) onNewDay()
  }
  document.addEventListener('visibilitychange', look, { signal })
  window.addEventListener('online', look, { signal })
  return () => ended.abort()
}
