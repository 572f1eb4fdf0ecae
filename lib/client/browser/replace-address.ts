import { VISIT } from './navigation-events.ts'

/** Replaces the address with another state of the same page, so that the back button skips this one. */
export function replaceAddress(address: string): void {
  window.history.replaceState(null, '', address)
  window.dispatchEvent(new Event(VISIT))
}
