import type { ReactNode } from 'react'

type SelectBoxProps = {
  /** Name for screen readers if there is no visible text. */
  label?: string
  isSelected: boolean
  /** There are no rows yet; the box stays in place, so that nothing moves. */
  isDisabled?: boolean
  onToggle: () => void
  children?: ReactNode
}

/** A checkbox above the button that covers the row. */
export function SelectBox({ label, isSelected, isDisabled = false, onToggle, children }: SelectBoxProps) {
  return (
    <label className="tap relative z-10 inline-flex shrink-0 cursor-pointer items-center justify-center gap-2 rounded-full text-sm font-semibold hover:bg-sunken has-disabled:cursor-default has-disabled:text-soft has-disabled:hover:bg-transparent">
      <input
        type="checkbox"
        aria-label={label}
        aria-keyshortcuts={label ? 'x' : undefined}
        checked={isSelected}
        disabled={isDisabled}
        onChange={onToggle}
        className="size-5 accent-leaf"
      />
      {children ? <span>{children}</span> : null}
    </label>
  )
}
