import { type RefObject, useEffect, useState } from 'react'
import { watchView } from '#lib/client/browser/watch-view.ts'

/** Distance in card heights: cheap phones cannot hold a hundred cards. */
const FAR = '400% 0%'

/**
 * Drops a far card's content.
 * @returns the placeholder's height in pixels, null with content
 */
export function useUnload(ref: RefObject<HTMLElement | null>): number | null {
  const [height, setHeight] = useState<number | null>(null)
  const [width, setWidth] = useState(0)

  useEffect(() => {
    // Another width changes heights: renders and measures again.
    const onResize = () => {
      setWidth(window.innerWidth)
    }
    window.addEventListener('resize', onResize)
    return () => window.removeEventListener('resize', onResize)
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    const card = ref.current
    if (!card) return
    setHeight(null)
    return watchView(
      card,
      (entry) => {
        // Focused content is never dropped.
        const isKept = entry.isIntersecting || card.contains(document.activeElement)
        setHeight(isKept ? null : entry.boundingClientRect.height)
      },
      { rootMargin: FAR },
    )
  }, [ref, width])

  return height
}
