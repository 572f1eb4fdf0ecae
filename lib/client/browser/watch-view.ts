/**
 * Tells where an element stands against the view, now and whenever that changes.
 * @param told gets the newest of the changes: a slow phone tells several at once, of which only the last is still true
 * @param options as of IntersectionObserver: margins around the view, and which parts of the element in it count as a change
 * @returns ends it
 */
export function watchView(
  element: Element,
  told: (entry: IntersectionObserverEntry) => void,
  options: IntersectionObserverInit = {},
): () => void {
  const observer = new IntersectionObserver((entries) => {
    const newest = entries.at(-1)
    if (newest) told(newest)
  }, options)
  observer.observe(element)
  return () => observer.disconnect()
}
