'use client'

import { Suspense, useSyncExternalStore } from 'react'
import { latePart } from '#lib/client/browser/late-parts.ts'
import { hasTokens, subscribeSession } from '#lib/client/session/session.ts'

const SessionKeeper = latePart(() => import('./session-keeper.tsx'), true)

/** Loads what keeps a session where there is one: visitors, who are most, load nothing of it. */
export function SessionHost() {
  const hasSession = useSyncExternalStore(subscribeSession, hasTokens, () => false)
  return hasSession ? (
    <Suspense>
      <SessionKeeper />
    </Suspense>
  ) : null
}
