/**
 * Reports an element's position in the viewport at each change.
 * @param told gets only the newest of several changes
 * @returns a function that stops watching
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
