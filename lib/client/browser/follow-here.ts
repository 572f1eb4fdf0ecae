import type { MouseEvent } from 'react'

/** Calls `go` instead of loading the link's page, except with modifier keys or other mouse buttons. */
export function followHere(event: MouseEvent, go: () => void): void {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0) return
  event.preventDefault()
  go()
}
