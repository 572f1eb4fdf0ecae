import { type ReactNode, useEffect, useRef } from 'react'

/** Takes the focus when a step replaces the one that had it, and by its name says which one it is. */
export function StepBody({ title, children }: { title: string; children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (ref.current?.contains(document.activeElement)) return
    // From the top, where its title says what has happened.
    ref.current?.focus({ preventScroll: true })
    ref.current?.closest('[role=dialog]')?.scrollTo(0, 0)
  }, [])
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is one of a form
    <div ref={ref} role="group" aria-label={title} tabIndex={-1} className="outline-none">
      {children}
    </div>
  )
}
