import { type RefObject, useEffect, useState } from 'react'
import { watchView } from '#lib/client/browser/watch-view.ts'

/** A card this far from the view, in parts of its height, is let go: a cheap phone does not hold a hundred of them. */
const FAR = '400% 0%'

/**
 * Lets a card's content go while it is far from the view.
 * @returns the height in pixels that its place has to keep, null while the content is there
 */
export function useLetGo(ref: RefObject<HTMLElement | null>): number | null {
  const [height, setHeight] = useState<number | null>(null)
  const [width, setWidth] = useState(0)

  useEffect(() => {
    // Another width gives a card another height: everything is drawn again, and measured.
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
        // Whoever is in it by keyboard is not thrown out.
        const isKept = entry.isIntersecting || card.contains(document.activeElement)
        setHeight(isKept ? null : entry.boundingClientRect.height)
      },
      { rootMargin: FAR },
    )
  }, [ref, width])

  return height
}
