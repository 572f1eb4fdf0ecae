import { useEffect, useRef } from 'react'

/**
 * Moves the focus to the title of a view that has taken another one's place, so that it is read out.
 * @param first the view that the page begins with, which leaves the focus where it is
 */
export function useViewFocus(view: string, first: string = view) {
  const title = useRef<HTMLHeadingElement>(null)
  const before = useRef(first)
  useEffect(() => {
    if (before.current === view) return
    before.current = view
    title.current?.focus()
  }, [view])
  return title
}
