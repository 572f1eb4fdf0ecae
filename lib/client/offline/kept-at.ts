import { KEPT_AT } from './kept-answers.ts'

let noted: { at: number; path: string } | null = null
const listeners = new Set<() => void>()

/** What the page shows came from the device: when it was kept, in milliseconds; null where all came over the network. */
export const keptAt = {
  read(): number | null {
    const times = [noted?.path === location.pathname ? noted.at : null, pageKeptAt()]
    const known = times.filter((time) => time !== null)
    return known.length > 0 ? Math.min(...known) : null
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  /** Notes an answer that was kept, for the page that asked for it; the oldest one counts. */
  note(header: string | null): void {
    if (header === null || !(Number(header) > 0)) return
    const before = keptAt.read()
    noted = { at: Math.min(Number(header), before ?? Number.POSITIVE_INFINITY), path: location.pathname }
    for (const listener of listeners) listener()
  },
}

/** A page says it itself, where the worker had it kept (kept-answers.ts). Pages that follow it in the same document do not. */
function pageKeptAt(): number | null {
  const said = document.querySelector<HTMLMetaElement>(`meta[name="${KEPT_AT}"]`)?.content
  const [opened] = performance.getEntriesByType('navigation')
  if (!said || !opened) return null
  return new URL(opened.name).pathname === location.pathname ? Number(said) : null
}
