import type { Messages } from 'next-intl'
import type { ReactNode } from 'react'
import { cn } from '#components/ui/cn.ts'
import { PageMessages } from './page-messages.tsx'

type MemberPageProps = {
  title: string
  intro?: string
  /** Message namespaces of the page's client components. */
  namespaces: readonly (keyof Messages)[]
  /** `form`: one column; `board`: cards side by side. */
  width?: 'form' | 'board'
  children: ReactNode
}

const widths = { form: 'max-w-2xl', board: 'max-w-6xl' }

export function MemberPage({ title, intro, namespaces, width = 'board', children }: MemberPageProps) {
  return (
    <div className={cn('mx-auto px-4 pt-8 pb-20 sm:px-6 lg:pt-12', widths[width])}>
      <h1 className="text-4xl lg:text-5xl">{title}</h1>
      {intro ? <p className="mt-3 max-w-2xl text-lg text-soft">{intro}</p> : null}
      <PageMessages namespaces={namespaces}>{children}</PageMessages>
    </div>
  )
}
