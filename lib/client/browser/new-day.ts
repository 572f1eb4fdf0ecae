import { nairobiToday } from '#lib/client/formats/nairobi-days.ts'
import { serverAnswers } from './server-answers.ts'
import { serverClock } from './server-clock.ts'

/** How often a page that stays in view is looked at, in ms, and for how long nobody has used it by then. */
const LOOK_MS = 300_000
/** What somebody does who uses the page. */
const uses = ['pointerdown', 'keydown', 'scroll'] as const

type NewDay = {
  /** Whether the page is one that may be opened anew now: the server is not asked for any other. */
  mayBe: () => boolean
  onNewDay: () => void
}

/**
 * Calls back where the page is on the screen on another day in Nairobi than the one on which it was opened, as soon as the server answers:
 * when it is looked at again, and where it stays in view and nobody uses it. The month's phase and its days may be others by then, and no
 * script draws those.
 * @returns ends it
 */
export function watchNewDay({ mayBe, onNewDay }: NewDay): () => void {
  const openedAt = Date.now()
  let usedAt = openedAt
  const ended = new AbortController()
  const { signal } = ended
  const isDue = () => !document.hidden && !signal.aborted && mayBe() && isOtherDay(openedAt)
  const look = async () => {
    // Its answer says as well what the server's clock says.
    if (isDue() && (await serverAnswers()) && isDue()) onNewDay()
  }
  const note = () => {
    usedAt = Date.now()
  }
  document.addEventListener('visibilitychange', look, { signal })
  window.addEventListener('online', look, { signal })
  for (const use of uses) document.addEventListener(use, note, { signal, capture: true, passive: true })
  // Each page at times of its own: not all of them ask in the moment after midnight.
  const timer = setInterval(
    () => {
      if (Date.now() - usedAt >= LOOK_MS) void look()
    },
    LOOK_MS * (1 + Math.random()),
  )
  signal.addEventListener('abort', () => clearInterval(timer))
  return () => ended.abort()
}

/** By the server's clock, as far as it is known. */
function isOtherDay(openedAt: number): boolean {
  return nairobiToday(serverClock.at()) !== nairobiToday(serverClock.at(openedAt))
}
