import type { ReactNode } from 'react'
import { cn } from '#components/ui/cn.ts'

export function ResultsBand({
  title,
  before,
  narrow = false,
  children,
}: {
  title: string
  before?: ReactNode
  /** Aligns with a narrow column below the band. */
  narrow?: boolean
  children: ReactNode
}) {
  return (
    <header className="bg-night text-on-night">
      <div
        className={cn('mx-auto px-4 pt-6 pb-7 sm:px-6 lg:pt-10 lg:pb-11', narrow ? 'max-w-3xl' : 'max-w-5xl')}
      >
        {before}
        <h1 className="text-4xl text-balance lg:text-5xl">{title}</h1>
        <div className="mt-2 max-w-xl text-lg text-on-night-soft">{children}</div>
      </div>
      <div aria-hidden="true" className="pindo rotate-180" />
    </header>
  )
}
