import { nairobiToday } from '#lib/client/formats/nairobi-days.ts'
import { serverAnswers } from './server-answers.ts'
import { serverClock } from './server-clock.ts'

/** Interval of the check, and idle time that it requires, in ms. */
const LOOK_MS = 300_000
const uses = ['pointerdown', 'keydown', 'scroll'] as const

type NewDay = {
  mayBe: () => boolean
  onNewDay: () => void
}

/**
 * Calls `onNewDay` if the page is visible on a later Nairobi day and the server answers: phase and days may
 * have changed. Checks when the page becomes visible, when online again, and while idle.
 * @returns a function that stops watching
 */
export function watchNewDay({ mayBe, onNewDay }: NewDay): () => void {
  const openedAt = Date.now()
  let usedAt = openedAt
  const ended = new AbortController()
  const { signal } = ended
  const isDue = () => !document.hidden && !signal.aborted && mayBe() && isOtherDay(openedAt)
  const look = async () => {
    // `serverAnswers` also updates `serverClock`.
    if (isDue() && (await serverAnswers()) && isDue()) onNewDay()
  }
  const note = () => {
    usedAt = Date.now()
  }
  document.addEventListener('visibilitychange', look, { signal })
  window.addEventListener('online', look, { signal })
  for (const use of uses) document.addEventListener(use, note, { signal, capture: true, passive: true })
  // A random interval, so that not all pages call right after midnight.
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
