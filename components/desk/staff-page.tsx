import type { Messages } from 'next-intl'
import type { ReactNode } from 'react'
import { PageMessages } from '#components/shell/page-messages.tsx'

type StaffPageProps = {
  /** What the page's client parts speak from, besides those of every desk. */
  namespaces: readonly (keyof Messages)[]
  children: ReactNode
}

/** A page of the desk with its messages: those of the frame, which names the tabs of both desks, and the page's own. */
export function StaffPage({ namespaces, children }: StaffPageProps) {
  return (
    <PageMessages namespaces={['Desk', 'Admin', 'Officer', 'Staff', 'Pager', ...namespaces]}>
      {children}
    </PageMessages>
  )
}
