/** Calls the listener whenever the address changes: by `visit`, by the router, or by back and forward. */
export function subscribeAddress(listener: () => void): () => void {
  const navigation = 'navigation' in window ? window.navigation : null
  // Browsers without the Navigation API notice back and forward, and `visit`.
  window.addEventListener('popstate', listener)
  window.addEventListener(VISIT, listener)
  navigation?.addEventListener('currententrychange', listener)
  return () => {
    window.removeEventListener('popstate', listener)
    window.removeEventListener(VISIT, listener)
    navigation?.removeEventListener('currententrychange', listener)
  }
}

/** Goes to another state of the same page, as a new entry of the history. */
export function visit(address: string): void {
  window.history.pushState(null, '', address)
  window.dispatchEvent(new Event(VISIT))
}

/** The event that tells listeners of a new address in browsers without the Navigation API. */
export const VISIT = 'ngoma:visit'
