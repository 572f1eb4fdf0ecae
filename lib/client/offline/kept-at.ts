import { KEPT_AT } from './kept-answers.ts'

let noted: number | null = null
const listeners = new Set<() => void>()

/** What the page shows came from the device: when it was kept, in milliseconds; null where all came over the network. */
export const keptAt = {
  read(): number | null {
    return noted ?? pageKeptAt()
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  /** Notes an answer that was kept; the oldest one counts. */
  note(header: string | null): void {
    if (header === null || !(Number(header) > 0)) return
    const before = keptAt.read()
    noted = Math.min(Number(header), before ?? Number.POSITIVE_INFINITY)
    if (noted !== before) for (const listener of listeners) listener()
  },
}

/** A page says it itself, where the worker had it kept (kept-answers.ts). */
function pageKeptAt(): number | null {
  const said = document.querySelector<HTMLMetaElement>(`meta[name="${KEPT_AT}"]`)?.content
  return said ? Number(said) : null
}
