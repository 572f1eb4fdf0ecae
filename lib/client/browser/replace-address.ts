import { VISIT } from './navigation-events.ts'

/** Goes to another state of the same page in the place of this one: back leads past it. */
export function replaceAddress(address: string): void {
  window.history.replaceState(null, '', address)
  window.dispatchEvent(new Event(VISIT))
}
