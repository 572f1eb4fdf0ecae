const KEY = 'reloaded_at'
/** A page that asks again within this time (ms) has not been helped by being opened anew. */
const ONCE_IN_MS = 60_000

/** Whether a part of the page did not load: after a new build the files of the one before may be gone. */
export function isMissingPart(error: unknown): boolean {
  return (
    error instanceof Error &&
    (error.name === 'ChunkLoadError' ||
      /Failed to load chunk|dynamically imported module/i.test(error.message))
  )
}

/**
 * Opens the page anew for a part that did not load, once. Without a line it stays: what is on the screen is worth more.
 * @returns whether it is being opened anew
 */
export function reloadOnceFor(error: unknown): boolean {
  if (!isMissingPart(error) || !navigator.onLine) return false
  try {
    const before = Number(sessionStorage.getItem(KEY) ?? 0)
    if (Date.now() - before < ONCE_IN_MS) return false
    sessionStorage.setItem(KEY, String(Date.now()))
  } catch {
    // Without storage it might be opened anew for ever.
    return false
  }
  location.reload()
  return true
}
