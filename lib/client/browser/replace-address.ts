import { VISIT } from './navigation-events.ts'

/** The back button skips the old address. */
export function replaceAddress(address: string): void {
  window.history.replaceState(null, '', address)
  window.dispatchEvent(new Event(VISIT))
}
