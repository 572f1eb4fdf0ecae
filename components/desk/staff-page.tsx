import type { Messages } from 'next-intl'
import type { ReactNode } from 'react'
import { PageMessages } from '#components/shell/page-messages.tsx'

type StaffPageProps = {
  /** Namespaces of the page's client parts, besides the desk's. */
  namespaces: readonly (keyof Messages)[]
  children: ReactNode
}

/** A desk's page with its messages: the frame's, which names the tabs of both desks, and its own. */
export function StaffPage({ namespaces, children }: StaffPageProps) {
  return (
    <PageMessages namespaces={['Desk', 'Admin', 'Officer', 'Staff', 'Pager', ...namespaces]}>
      {children}
    </PageMessages>
  )
}
