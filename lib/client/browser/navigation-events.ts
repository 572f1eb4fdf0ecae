export function subscribeAddress(listener: () => void): () => void {
  const navigation = 'navigation' in window ? window.navigation : null
  // Fallback without the Navigation API: `visit`, back and forward.
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

/** For browsers without the Navigation API. */
export const VISIT = 'ngoma:visit'
