'use client'

import { Suspense, useSyncExternalStore } from 'react'
import { lazyPart, missingParts } from '#lib/client/browser/lazy-parts.ts'
import { giftRequests } from '#lib/client/gifts/gift-requests.ts'
import { mayHaveGift } from '#lib/client/gifts/stored-gifts.ts'
import { FirstSheet } from './gift-shell.tsx'
import { loadFlow } from './load-flow.ts'

const Flow = lazyPart(loadFlow)

let wanted = false

/**
 * Shows the gift's first sheet at once and loads the gift flow, which replaces the sheet. Loads immediately
 * if a payment was open before a reload, else ahead of the press (components/shell/deferred-work.tsx).
 */
export function GiftHost() {
  const isWanted = useSyncExternalStore(giftRequests.onWake, isFlowWanted, () => false)
  const isMissing = useSyncExternalStore(missingParts.subscribe, missingParts.isAny, () => false)
  if (!isWanted) return null
  return (
    <>
      {/* Hidden if code failed to load: the page then shows a report, which must stay usable. */}
      {isMissing ? null : <FirstSheet />}
      <Suspense>
        <Flow />
      </Suspense>
    </>
  )
}

function isFlowWanted(): boolean {
  wanted ||= giftRequests.isWaiting || mayHaveGift()
  return wanted
}
