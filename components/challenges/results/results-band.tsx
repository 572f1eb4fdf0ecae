import type { ReactNode } from 'react'

/** The head of the pages about past months, in the colours of the month's band on the home page. */
export function ResultsBand({
  title,
  before,
  children,
}: {
  title: string
  before?: ReactNode
  children: ReactNode
}) {
  return (
    <header className="bg-night text-on-night">
      <div className="mx-auto max-w-5xl px-4 pt-6 pb-7 sm:px-6 lg:pt-10 lg:pb-11">
        {before}
        <h1 className="text-4xl text-balance lg:text-6xl">{title}</h1>
        <div className="mt-2 max-w-xl text-lg text-on-night-soft">{children}</div>
      </div>
      <div aria-hidden="true" className="pindo rotate-180" />
    </header>
  )
}
