import type { ReactNode } from 'react'
import { MemberGate } from '#components/session/member-gate.tsx'
import { MemberData } from '#components/shell/member-data.tsx'

/**
 * Pages behind a login are kept like public ones: a shell that is the same for everybody, sent at once. `proxy.ts`
 * looks at the cookie before it; what is a person's own comes from the API, which asks for a live session.
 */
export default function MemberLayout({ children }: { children: ReactNode }) {
  return (
    <MemberData>
      <MemberGate />
      {children}
    </MemberData>
  )
}
