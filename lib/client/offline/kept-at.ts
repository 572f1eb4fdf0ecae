import { KEPT_AT } from './kept-answers.ts'

/** By the address of a call: when its answer was kept, and the page that asked for it. */
const noted = new Map<string, { at: number; path: string }>()
const listeners = new Set<() => void>()

/** What the page shows came from the device: when it was kept, in milliseconds; null where all came over the network. */
export const keptAt = {
  /** The oldest one counts. */
  read(): number | null {
    const here = [...noted.values()].filter(({ path }) => path === location.pathname)
    const known = [...here.map(({ at }) => at), pageKeptAt()].filter((at) => at !== null)
    return known.length > 0 ? Math.min(...known) : null
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  /** Notes an answer that was kept, for the page that asked for it, until the network answers the same call. */
  note(address: string, header: string | null): void {
    const at = Number(header)
    if (at > 0) noted.set(address, { at, path: location.pathname })
    else if (!noted.delete(address)) return
    for (const listener of listeners) listener()
  },
}

/**
 * When the page that was opened was kept, in milliseconds since 1970; null where it came from the network. The worker writes it
 * into a page that it had kept (kept-answers.ts), and it is not of the pages that follow in the same document.
 */
function pageKeptAt(): number | null {
  const said = document.querySelector<HTMLMetaElement>(`meta[name="${KEPT_AT}"]`)?.content
  const [opened] = performance.getEntriesByType('navigation')
  if (!said || !opened) return null
  return new URL(opened.name).pathname === location.pathname ? Number(said) : null
}
