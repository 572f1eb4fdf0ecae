import type { ReactNode } from 'react'
import { MemberData } from '#components/layout/member-data.tsx'
import { MemberGate } from '#components/session/member-gate.tsx'
import { SessionWatch } from '#components/session/session-watch.tsx'

/**
 * The desk: pages of officers and super admins, kept like those of members. `proxy.ts` lets nobody else in
 * (lib/web/guarded-pages.ts); every call checks the role again.
 */
export default function StaffLayout({ children }: { children: ReactNode }) {
  return (
    <MemberData>
      <MemberGate />
      <SessionWatch />
      {children}
    </MemberData>
  )
}
