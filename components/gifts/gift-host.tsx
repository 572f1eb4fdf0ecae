'use client'

import { useTranslations } from 'next-intl'
import { type ComponentType, Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { giftRequests } from '#lib/client/gifts/gift-requests.ts'
import { mayHaveGift } from '#lib/client/gifts/stored-gifts.ts'
import { loadFlow } from './load-flow.ts'

let wanted = false

/**
 * Loads the gift flow at the first press of Gift, or at once where a payment was under way before a reload. It is there
 * before, where the line has had time for it (components/shell/late-work.tsx).
 */
export function GiftHost() {
  const isWanted = useSyncExternalStore(giftRequests.onWake, isFlowWanted, () => false)
  const { Flow, isLate } = useFlow(isWanted)
  if (!isWanted) return null
  const coming = giftRequests.isWaiting ? <FlowComing isLate={isLate} /> : null
  if (!Flow) return coming
  return (
    <Suspense fallback={coming}>
      <Flow />
    </Suspense>
  )
}

function isFlowWanted(): boolean {
  wanted ||= giftRequests.isWaiting || mayHaveGift()
  return wanted
}

/** The flow when it is there; `isLate` once the line has not brought it. It is tried again when the line is back. */
function useFlow(isWanted: boolean): { Flow: ComponentType | null; isLate: boolean } {
  const [Flow, setFlow] = useState<ComponentType | null>(null)
  const [isLate, setIsLate] = useState(false)
  useEffect(() => {
    if (!isWanted) return
    // Not by `lazy`: a line that is lost meanwhile would take the page with it.
    const load = () =>
      void loadFlow().then(
        (loaded) => setFlow(() => loaded),
        () => setIsLate(true),
      )
    load()
    window.addEventListener('online', load)
    return () => window.removeEventListener('online', load)
  }, [isWanted])
  return { Flow, isLate }
}

/**
 * On a thin line the dialog takes a second to come: its place answers the press at once. Without a line a note says so, below
 * the one that says of when the page is, and leaves what can be done free.
 */
function FlowComing({ isLate }: { isLate: boolean }) {
  const t = useTranslations('Kept')
  if (isLate)
    return (
      <p role="alert" className="page-note mt-24 py-3 font-semibold">
        {t('giftWaits')}
      </p>
    )
  return (
    <div aria-hidden="true" className="sheet sheet-form grid gap-4 shadow-lift">
      <div className="bone h-8 w-48" />
      <div className="bone h-40 w-full" />
      <div className="bone h-14 w-full" />
    </div>
  )
}
