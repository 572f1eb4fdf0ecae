export function subscribeAddress(listener: () => void): () => void {
  const navigation = 'navigation' in window ? window.navigation : null
  // Without the Navigation API: `popstate` reports back and forward, VISIT the calls of `visit`.
  window.addEventListener('popstate', listener)
  window.addEventListener(VISIT, listener)
  navigation?.addEventListener('currententrychange', listener)
  return () => {
    window.removeEventListener('popstate', listener)
    window.removeEventListener(VISIT, listener)
    navigation?.removeEventListener('currententrychange', listener)
  }
}

export function visit(address: string): void {
  window.history.pushState(null, '', address)
  window.dispatchEvent(new Event(VISIT))
}

/** Event of a new address, for browsers without the Navigation API. */
export const VISIT = 'ngoma:visit'
