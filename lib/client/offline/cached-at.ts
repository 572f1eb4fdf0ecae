import { CACHED_AT } from './cached-answers.ts'

/** Cached calls: when, and on which page. */
const noted = new Map<string, { at: number; path: string }>()
const listeners = new Set<() => void>()

/** When the page's cached content was stored, in ms; null if none. */
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

/** Returns ms; null if not cached. cached-answers.ts writes it; later pages of the document have none. */
function pageCachedAt(): number | null {
  const said = document.querySelector<HTMLMetaElement>(`meta[name="${CACHED_AT}"]`)?.content
  const [opened] = performance.getEntriesByType('navigation')
  if (!said || !opened) return null
  return new URL(opened.name).pathname === location.pathname ? Number(said) : null
}
