'use client'

import { Suspense, useState, useSyncExternalStore } from 'react'
import { lazyPart, missingParts } from '#lib/client/browser/lazy-parts.ts'
import { openDialogs } from '#lib/client/browser/open-dialogs.ts'
import { type GiftRequest, giftRequests } from '#lib/client/gifts/gift-requests.ts'
import { mayHaveGift } from '#lib/client/gifts/stored-gifts.ts'
import { GiftShell } from './gift-shell.tsx'
import { loadFlow } from './load-flow.ts'

const Flow = lazyPart(loadFlow)

let wanted = false

/**
 * Shows the gift's first sheet at once and loads the gift flow, which replaces the sheet. Loads immediately
 * if a payment was open before a reload, else ahead of the press (components/shell/deferred-work.tsx).
 */
export function GiftHost() {
  const isWanted = useSyncExternalStore(giftRequests.onWake, isFlowWanted, () => false)
  const request = useSyncExternalStore(
    giftRequests.onWake,
    () => giftRequests.first,
    () => null,
  )
  const isMissing = useSyncExternalStore(missingParts.subscribe, missingParts.isAny, () => false)
  if (!isWanted) return null
  return (
    <>
      {/* Hidden if code failed to load: the page then shows a report, which must stay usable. */}
      {request && !isMissing ? <FirstSheet key={request.videoId} request={request} /> : null}
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

/**
 * Shows a placeholder if a stored payment may come instead, or if a dialog below would take the focus back.
 */
function FirstSheet({ request }: { request: GiftRequest }) {
  const [isChoice] = useState(() => !mayHaveGift() && openDialogs().length === 0)
  return isChoice ? <GiftShell request={request} /> : <FlowComing />
}

function FlowComing() {
  return (
    <div aria-hidden="true" className="sheet sheet-form">
      <div className="skeleton h-72" />
    </div>
  )
}
