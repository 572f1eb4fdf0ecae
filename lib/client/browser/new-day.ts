import { nairobiToday } from '#lib/client/formats/nairobi-days.ts'
import { serverAnswers } from './server-answers.ts'
import { serverClock } from './server-clock.ts'

/** Interval of the check and required idle time, in ms. */
const LOOK_MS = 300_000
const uses = ['pointerdown', 'keydown', 'scroll'] as const

type NewDay = {
  mayBe: () => boolean
  onNewDay: () => void
}

/**
 * Calls back if the page is visible on a later Nairobi day and the server answers: phase and days may have
 * changed. Checks on return and while idle. @returns ends it
 */
export function watchNewDay({ mayBe, onNewDay }: NewDay): () => void {
  const openedAt = Date.now()
  let usedAt = openedAt
  const ended = new AbortController()
  const { signal } = ended
  const isDue = () => !document.hidden && !signal.aborted && mayBe() && isOtherDay(openedAt)
  const look = async () => {
    // Also updates the server's clock.
    if (isDue() && (await serverAnswers()) && isDue()) onNewDay()
  }
  const note = () => {
    usedAt = Date.now()
  }
  document.addEventListener('visibilitychange', look, { signal })
  window.addEventListener('online', look, { signal })
  for (const use of uses) document.addEventListener(use, note, { signal, capture: true, passive: true })
  // Random, so that not all pages call right after midnight.
  const timer = setInterval(
    () => {
      if (Date.now() - usedAt >= LOOK_MS) void look()
    },
    LOOK_MS * (1 + Math.random()),
  )
  signal.addEventListener('abort', () => clearInterval(timer))
  return () => ended.abort()
}

function isOtherDay(openedAt: number): boolean {
  return nairobiToday(serverClock.at()) !== nairobiToday(serverClock.at(openedAt))
}
