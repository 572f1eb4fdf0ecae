import type { MouseEvent } from 'react'

/**
 * Follows a link without opening a document. Whoever asks for a new tab or window, by a key or another button of the mouse, gets it from
 * the browser.
 */
export function followHere(event: MouseEvent, go: () => void): void {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0) return
  event.preventDefault()
  go()
}
