import { useEffect, useRef } from 'react'

/**
 * Focuses the title when a view replaces another, so that screen readers read it.
 * @param first the initial view, which leaves the focus alone
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
