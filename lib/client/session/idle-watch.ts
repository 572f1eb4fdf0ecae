import { playback } from '#lib/client/videos/playback.ts'
import type { IdleTimer } from './idle-timer.ts'

const activities = ['mousemove', 'mousedown', 'keydown', 'scroll', 'touchstart', 'click'] as const

/** @returns a function that stops watching */
export function watchIdle(timer: IdleTimer): () => void {
  let pending: ReturnType<typeof setTimeout>
  const look = () => {
    clearTimeout(pending)
    timer.check()
    pending = setTimeout(look, timer.nextCheckIn)
  }
  const note = () => timer.note()
  // `capture`, because scrolling inside the page does not bubble.
  const options = { capture: true, passive: true }
  for (const activity of activities) document.addEventListener(activity, note, options)
  // Checks after another tab's change, and on return to a page whose timers were suspended.
  window.addEventListener('storage', look)
  document.addEventListener('visibilitychange', look)
  timer.begin()
  look()
  return () => {
    clearTimeout(pending)
    for (const activity of activities) document.removeEventListener(activity, note, options)
    window.removeEventListener('storage', look)
    document.removeEventListener('visibilitychange', look)
  }
}

export function isSomethingPlaying(): boolean {
  if (document.hidden) return false
  const media = document.querySelectorAll<HTMLMediaElement>('video, audio')
  return playback.playing !== null || Array.from(media).some(({ paused, ended }) => !paused && !ended)
}
