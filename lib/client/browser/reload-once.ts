const KEY = 'reloaded_at'
/** A second failure within this time (ms) does not reload again. */
const ONCE_IN_MS = 60_000

/** Whether a part of the page failed to load. A new build may have removed its file. */
export function isMissingPart(error: unknown): boolean {
  return (
    error instanceof Error &&
    (error.name === 'ChunkLoadError' ||
      /Failed to load chunk|dynamically imported module/i.test(error.message))
  )
}

/**
 * Reloads after a missing part, but never offline: the visible content is worth more.
 * @returns whether the page reloads
 */
export function reloadOnceFor(error: unknown): boolean {
  if (!isMissingPart(error) || !navigator.onLine) return false
  try {
    const before = Number(sessionStorage.getItem(KEY) ?? 0)
    if (Date.now() - before < ONCE_IN_MS) return false
    sessionStorage.setItem(KEY, String(Date.now()))
  } catch {
    // Without storage, the page could reload forever.
    return false
  }
  location.reload()
  return true
}
