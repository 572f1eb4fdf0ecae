import type { Messages } from 'next-intl'
import type { ReactNode } from 'react'
import { cn } from '#components/ui/cn.ts'
import { PageMessages } from './page-messages.tsx'

type MemberPageProps = {
  title: string
  intro?: string
  /** What the page's client parts speak from. */
  namespaces: readonly (keyof Messages)[]
  /** `form` for one column that is filled in, `board` for cards beside each other. */
  width?: 'form' | 'board'
  children: ReactNode
}

const widths = { form: 'max-w-2xl', board: 'max-w-6xl' }

/** The frame of a page behind a login: its title at once, its parts when their answers are there. */
export function MemberPage({ title, intro, namespaces, width = 'board', children }: MemberPageProps) {
  return (
    <div className={cn('mx-auto px-4 pt-8 pb-20 sm:px-6 lg:pt-12', widths[width])}>
      <h1 className="text-4xl lg:text-5xl">{title}</h1>
      {intro ? <p className="mt-3 max-w-2xl text-lg text-soft">{intro}</p> : null}
      <PageMessages namespaces={namespaces}>{children}</PageMessages>
    </div>
  )
}
