import type { KeyboardEvent } from 'react'

/** Sends the form that one writes in by Ctrl and Enter, as its own button does. */
export function sendByKey(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  event.currentTarget.requestSubmit()
}
