/** What a browser calls when the phone's back button, or its gesture, asks for what is open to be closed (HTML, close watchers). */
type CloseWatcher = EventTarget & { destroy(): void }

declare global {
  interface Window {
    /** TypeScript's types do not have it yet; Safari has not got it either. */
    CloseWatcher?: new () => CloseWatcher
  }
}

/**
 * Calls back, once, where the back button of a phone asks for what is open to be closed: the page stays then. A browser without close
 * watchers goes back as ever.
 * @returns ends it
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
