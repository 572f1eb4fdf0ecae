/** Fires `close` on the phone's back button or gesture (HTML close watchers). */
type CloseWatcher = EventTarget & { destroy(): void }

declare global {
  interface Window {
    /** Missing in TypeScript and Safari. */
    CloseWatcher?: new () => CloseWatcher
  }
}

/**
 * Calls `onBack` on the back button. Without close watchers, the button leaves the page instead.
 * @returns a function that stops watching
 */
export function watchBack(onBack: () => void): () => void {
  const { CloseWatcher } = window
  if (!CloseWatcher) return () => undefined
  const watcher = new CloseWatcher()
  watcher.addEventListener('close', onBack)
  return () => {
    watcher.removeEventListener('close', onBack)
    watcher.destroy()
  }
}
