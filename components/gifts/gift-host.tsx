'use client'

import { Suspense, useSyncExternalStore } from 'react'
import { latePart, missingParts } from '#lib/client/browser/late-parts.ts'
import { giftRequests } from '#lib/client/gifts/gift-requests.ts'
import { mayHaveGift } from '#lib/client/gifts/stored-gifts.ts'
import { loadFlow } from './load-flow.ts'

const Flow = latePart(loadFlow)

let wanted = false

/**
 * Loads the gift flow at the first press of Gift, or at once where a payment was under way before a reload. It is there
 * before, where the line has had time for it (components/shell/late-work.tsx).
 */
export function GiftHost() {
  const isWanted = useSyncExternalStore(giftRequests.onWake, isFlowWanted, () => false)
  const isMissing = useSyncExternalStore(missingParts.subscribe, missingParts.isAny, () => false)
  if (!isWanted) return null
  // What does not come is said by the page, and leaves what can be done free.
  return (
    <Suspense fallback={giftRequests.isWaiting && !isMissing ? <FlowComing /> : null}>
      <Flow />
    </Suspense>
  )
}

function isFlowWanted(): boolean {
  wanted ||= giftRequests.isWaiting || mayHaveGift()
  return wanted
}

/** On a thin line the dialog takes a second to come: its place answers the press at once. */
function FlowComing() {
  return (
    <div aria-hidden="true" className="sheet sheet-form grid gap-4 shadow-lift">
      <div className="bone h-8 w-48" />
      <div className="bone h-40 w-full" />
      <div className="bone h-14 w-full" />
    </div>
  )
}
