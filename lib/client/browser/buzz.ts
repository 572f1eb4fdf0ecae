/**
 * Vibrates, unless the user prefers reduced motion.
 * @param pattern milliseconds, on and off alternately
 */
export function buzz(pattern: number | number[]): void {
  if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return
  // Absent in Safari; refused before the first touch.
  if ('vibrate' in navigator) navigator.vibrate(pattern)
}
