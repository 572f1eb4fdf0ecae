import type { ReactNode } from 'react'

/** Only for the eye: for screen readers the button names the key. */
export function Keycap({ children }: { children: ReactNode }) {
  return (
    <span
      aria-hidden="true"
      className="hidden min-w-6 shrink-0 rounded-md border border-current px-1.5 text-center text-xs leading-5 font-semibold sm:inline-block"
    >
      {children}
    </span>
  )
}
