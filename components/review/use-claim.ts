'use client'

import { useEffect, useState } from 'react'
import { type ClaimState, holdClaim } from '#lib/client/review/hold-claim.ts'
import type { ClaimSubjectType } from '#lib/contract/review/claims.ts'

const asking: ClaimState = { kind: 'asking' }

/** Holds the claim of what is open, as long as it is; null lets go. */
export function useClaim(type: ClaimSubjectType, id: string | null): ClaimState {
  const [known, setKnown] = useState<{ id: string; state: ClaimState } | null>(null)
  useEffect(() => {
    if (id === null) return
    return holdClaim(type, id, (state) => setKnown({ id, state }))
  }, [type, id])
  return known && known.id === id ? known.state : asking
}
