import type { ReactNode } from 'react'
import { MemberGate } from '#components/session/member-gate.tsx'
import { MemberData } from '#components/shell/member-data.tsx'

/** A shell cached for everybody. `proxy.ts` checks the cookie; personal data comes from the API. */
export default function MemberLayout({ children }: { children: ReactNode }) {
  return (
    <MemberData>
      <MemberGate />
      {children}
    </MemberData>
  )
}
