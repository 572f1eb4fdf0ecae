import type { Messages } from 'next-intl'
import type { ReactNode } from 'react'
import { PageMessages } from '#components/shell/page-messages.tsx'

type StaffPageProps = {
  /** Message namespaces of the page's client components, besides the desk's. */
  namespaces: readonly (keyof Messages)[]
  children: ReactNode
}

/** Adds the messages of the frame, which names the tabs of both desks. */
export function StaffPage({ namespaces, children }: StaffPageProps) {
  return (
    <PageMessages namespaces={['Site', 'Desk', 'Admin', 'Officer', 'Staff', 'Pager', ...namespaces]}>
      {children}
    </PageMessages>
  )
}
