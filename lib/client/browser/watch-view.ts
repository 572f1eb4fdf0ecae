/**
 * Reports an element's position at each change. @param told gets the last of several changes
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
