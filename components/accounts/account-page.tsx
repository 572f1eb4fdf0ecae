import type { ReactNode } from 'react'

type AccountPageProps = {
  heading: string
  intro?: ReactNode
  children: ReactNode
}

export function AccountPage({ heading, intro, children }: AccountPageProps) {
  return (
    <div className="mx-auto max-w-md px-4 pt-10 pb-20 lg:pt-20">
      <h1 className="text-4xl lg:text-5xl">{heading}</h1>
      {intro ? <p className="mt-3 text-lg text-soft">{intro}</p> : null}
      <div className="contents">{children}</div>
    </div>
  )
}
