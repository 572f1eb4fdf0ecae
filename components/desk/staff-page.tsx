import type { Messages } from 'next-intl'
import type { ReactNode } from 'react'
import { PageMessages } from '#components/shell/page-messages.tsx'

type StaffPageProps = {
  title: string
  /** What the page's client parts speak from, besides those of every desk. */
  namespaces: readonly (keyof Messages)[]
  /** Beside the work is a rail of tabs. */
  hasRail?: boolean
  children: ReactNode
}

/** The frame of a desk: a small title, and the rest of the screen for the work. */
export function StaffPage({ title, namespaces, hasRail = false, children }: StaffPageProps) {
  return (
    <div className={`mx-auto ${hasRail ? 'max-w-[86rem]' : 'max-w-6xl'} px-3 pt-5 pb-16 sm:px-6 lg:pt-7`}>
      <h1 className="text-2xl lg:text-3xl">{title}</h1>
      <PageMessages namespaces={['Staff', 'Pager', ...namespaces]}>{children}</PageMessages>
    </div>
  )
}
