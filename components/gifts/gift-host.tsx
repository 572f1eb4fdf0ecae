'use client'

import { Suspense, useState, useSyncExternalStore } from 'react'
import { latePart, missingParts } from '#lib/client/browser/late-parts.ts'
import { openDialogs } from '#lib/client/browser/open-dialogs.ts'
import { type GiftRequest, giftRequests } from '#lib/client/gifts/gift-requests.ts'
import { mayHaveGift } from '#lib/client/gifts/stored-gifts.ts'
import { GiftShell } from './gift-shell.tsx'
import { loadFlow } from './load-flow.ts'

const Flow = latePart(loadFlow)

let wanted = false

/**
 * Shows the first sheet at the press of Gift, and loads the rest of the gift flow, which takes its place. The flow is loaded at
 * once where a payment was under way before a reload. It is there before the press, where the connection has had time for it
 * (components/shell/late-work.tsx).
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
      {/* A missing part is reported by the page, which must stay free for that. */}
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
 * A payment that is open may be shown instead of the choice, and a dialog below would take the focus back: there a placeholder
 * answers the press.
 */
function FirstSheet({ request }: { request: GiftRequest }) {
  const [isChoice] = useState(() => !mayHaveGift() && openDialogs().length === 0)
  return isChoice ? <GiftShell request={request} /> : <FlowComing />
}

function FlowComing() {
  return (
    <div aria-hidden="true" className="sheet sheet-form">
      <div className="bone h-72" />
    </div>
  )
}
