import type { ReactNode } from 'react'
import { unbroken } from './unbroken.ts'

export function ErrorNote({ children }: { children?: ReactNode }) {
  return children ? (
    <p role="alert" className="rounded-2xl bg-alarm-wash px-4 py-3 font-semibold text-alarm">
      {unbroken(children)}
    </p>
  ) : null
}
