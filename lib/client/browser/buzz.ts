/**
 * Lets the phone be felt, where it can be and nobody has asked for stillness.
 * @param pattern milliseconds, on and off by turns
 */
export function buzz(pattern: number | number[]): void {
  if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return
  // Safari has none; elsewhere it is refused before the first touch of the page.
  if ('vibrate' in navigator) navigator.vibrate(pattern)
}
