import { type RefObject, useEffect, useState } from 'react'
import { watchView } from '#lib/client/browser/watch-view.ts'

/** Distance from the view at which a card is dropped, because cheap phones cannot hold a hundred cards. */
const FAR = '400% 0%'

/**
 * Drops the content of a card that is far from the view.
 * @returns the placeholder's height in pixels; null while the content is rendered
 */
export function useUnload(ref: RefObject<HTMLElement | null>): number | null {
  const [height, setHeight] = useState<number | null>(null)
  const [width, setWidth] = useState(0)

  useEffect(() => {
    // Another width changes the heights, so the card is rendered and measured again.
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
        // Content that has the focus is never dropped.
        const isKept = entry.isIntersecting || card.contains(document.activeElement)
        setHeight(isKept ? null : entry.boundingClientRect.height)
      },
      { rootMargin: FAR },
    )
  }, [ref, width])

  return height
}
