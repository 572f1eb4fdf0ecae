'use client'

import { Suspense, useSyncExternalStore } from 'react'
import { lazyPart } from '#lib/client/browser/lazy-parts.ts'
import { shareRequests } from '#lib/client/browser/share-requests.ts'

const ShareSheet = lazyPart(() => import('./share-sheet.tsx'))

let wanted = false

/** Loads the share sheet at the first press. */
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
