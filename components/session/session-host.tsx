'use client'

import { lazy, Suspense, useSyncExternalStore } from 'react'
import { hasTokens, subscribeSession } from '#lib/client/session/session.ts'

const SessionKeeper = lazy(() => import('./session-keeper.tsx'))

/** Loads what keeps a session where there is one: visitors, who are most, load nothing of it. */
export function SessionHost() {
  const hasSession = useSyncExternalStore(subscribeSession, hasTokens, () => false)
  return hasSession ? (
    <Suspense>
      <SessionKeeper />
    </Suspense>
  ) : null
}
