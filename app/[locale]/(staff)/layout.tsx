import type { ReactNode } from 'react'
import { MemberGate } from '#components/session/member-gate.tsx'
import { SessionWatch } from '#components/session/session-watch.tsx'
import { MemberData } from '#components/shell/member-data.tsx'

/** A cached shell. `proxy.ts` admits only staff (lib/web/session/guarded-pages.ts); every call checks the role again. */
export default function StaffLayout({ children }: { children: ReactNode }) {
  return (
    <MemberData>
      <MemberGate />
      <SessionWatch />
      {children}
    </MemberData>
  )
}
