import { CACHED_AT } from './cached-answers.ts'

/** Calls answered from the cache: when they were cached, and the page that called. */
const noted = new Map<string, { at: number; path: string }>()
const listeners = new Set<() => void>()

/** When the page's oldest cached content was stored, in ms; null if none. */
export const cachedAt = {
  read(): number | null {
    const here = [...noted.values()].filter(({ path }) => path === location.pathname)
    const known = [...here.map(({ at }) => at), pageCachedAt()].filter((at) => at !== null)
    return known.length > 0 ? Math.min(...known) : null
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  /** Stores the time until the network answers the same call. */
  note(address: string, header: string | null): void {
    const at = Number(header)
    if (at > 0) noted.set(address, { at, path: location.pathname })
    else if (!noted.delete(address)) return
    for (const listener of listeners) listener()
  },
}

/**
 * Returns when the opened page was cached, in ms, from the meta tag of cached-answers.ts; null on later
 * pages.
 */
function pageCachedAt(): number | null {
  const said = document.querySelector<HTMLMetaElement>(`meta[name="${CACHED_AT}"]`)?.content
  const [opened] = performance.getEntriesByType('navigation')
  if (!said || !opened) return null
  return new URL(opened.name).pathname === location.pathname ? Number(said) : null
}
