'use client'

import { lazy, Suspense, useSyncExternalStore } from 'react'
import { shareRequests } from '#lib/client/browser/share-requests.ts'

const ShareSheet = lazy(() => import('./share-sheet.tsx'))

let wanted = false

/** Loads the ways to share at the first press of Share. */
export function ShareHost() {
  const isWanted = useSyncExternalStore(shareRequests.onWake, isSheetWanted, () => false)
  return isWanted ? (
    <Suspense>
      <ShareSheet />
    </Suspense>
  ) : null
}

function isSheetWanted(): boolean {
  wanted ||= shareRequests.isWaiting
  return wanted
}
