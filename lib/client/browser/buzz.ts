/**
 * Vibrates, unless the user prefers reduced motion.
 * @param pattern milliseconds, on and off alternately
 */
export function buzz(pattern: number | number[]): void {
  if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return
  // Safari has no `vibrate`; other browsers ignore the call before the first touch.
  if ('vibrate' in navigator) navigator.vibrate(pattern)
}
