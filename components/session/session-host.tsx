'use client'

import { Suspense, useSyncExternalStore } from 'react'
import { lazyPart } from '#lib/client/browser/lazy-parts.ts'
import { hasTokens, subscribeSession } from '#lib/client/session/session.ts'

const SessionKeeper = lazyPart(() => import('./session-keeper.tsx'), true)

export function SessionHost() {
  const hasSession = useSyncExternalStore(subscribeSession, hasTokens, () => false)
  return hasSession ? (
    <Suspense>
      <SessionKeeper />
    </Suspense>
  ) : null
}
