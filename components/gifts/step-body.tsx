import { type ReactNode, useEffect, useRef } from 'react'

type StepBodyProps = {
  title: string
  /** Value of the field or button that takes the focus instead of the whole step; read when the step is first shown. */
  focused?: string | null
  children: ReactNode
}

/** Takes the focus when a step replaces the one that had it, and by its name says which one it is. */
export function StepBody({ title, focused = null, children }: StepBodyProps) {
  const ref = useRef<HTMLDivElement>(null)
  const first = useRef(focused)
  useEffect(() => {
    ref.current?.querySelector<HTMLElement>(`[value="${first.current}"]`)?.focus({ preventScroll: true })
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
