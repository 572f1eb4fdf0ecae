'use client'

import { lazy, Suspense, useSyncExternalStore } from 'react'
import { giftRequests } from '#lib/client/gifts/gift-requests.ts'
import { readOpenGift } from '#lib/client/gifts/open-gift.ts'
import { readWaitingGift } from '#lib/client/gifts/waiting-gift.ts'

const GiftFlow = lazy(() => import('./gift-flow.tsx'))

let wanted = false

/** Loads the gift flow at the first press of Gift, or at once where a payment was under way before a reload. */
export function GiftHost() {
  const isWanted = useSyncExternalStore(giftRequests.onWake, isFlowWanted, () => false)
  return isWanted ? (
    <Suspense>
      <GiftFlow />
    </Suspense>
  ) : null
}

function isFlowWanted(): boolean {
  wanted ||= giftRequests.isWaiting || readOpenGift() !== null || readWaitingGift() !== null
  return wanted
}
