'use client'

import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react'
import { useAfterLoad } from '#components/ui/use-after-load.ts'
import { savesData } from '#lib/client/browser/stored-choice.ts'
import { giftRequests } from '#lib/client/gifts/gift-requests.ts'
import { readOpenGift } from '#lib/client/gifts/open-gift.ts'
import { readWaitingGift } from '#lib/client/gifts/waiting-gift.ts'

const loadFlow = () => import('./gift-flow.tsx')
const GiftFlow = lazy(loadFlow)

let wanted = false

/**
 * Loads the gift flow at the first press of Gift, or at once where a payment was under way before a reload. It is there
 * before, where the line has had time for it.
 */
export function GiftHost() {
  const isWanted = useSyncExternalStore(giftRequests.onWake, isFlowWanted, () => false)
  useFlowInTime()
  return isWanted ? (
    <Suspense fallback={giftRequests.isWaiting ? <FlowComing /> : null}>
      <GiftFlow />
    </Suspense>
  ) : null
}

function isFlowWanted(): boolean {
  wanted ||= giftRequests.isWaiting || readOpenGift() !== null || readWaitingGift() !== null
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

/** Loads the flow when the page has had its time, or when a finger comes down on Gift. Not ahead where data is to be saved. */
function useFlowInTime(): void {
  useAfterLoad(() => {
    if (!savesData()) loadInTime()
  }, 4_000)
  useEffect(() => {
    const onPress = ({ target }: PointerEvent) => {
      if (target instanceof Element && target.closest('[aria-keyshortcuts="g"]')) loadInTime()
    }
    document.addEventListener('pointerdown', onPress, { passive: true })
    return () => document.removeEventListener('pointerdown', onPress)
  }, [])
}

/** Without a line it is loaded at the press itself, which says so. */
function loadInTime(): void {
  void loadFlow().catch(() => undefined)
}
