import { VISIT } from './navigation-events.ts'

/** Replaces the address; the back button skips the old one. */
export function replaceAddress(address: string): void {
  window.history.replaceState(null, '', address)
  window.dispatchEvent(new Event(VISIT))
}
