'use client'

import { Suspense, useSyncExternalStore } from 'react'
import { latePart } from '#lib/client/browser/late-parts.ts'
import { toasts } from '#lib/client/browser/toasts.ts'

const Toaster = latePart(() => import('./toaster.tsx'), true)

let wanted = false

/** Loads the toaster at the first toast. */
export function ToastHost() {
  const isWanted = useSyncExternalStore(toasts.onWake, isToasterWanted, () => false)
  return isWanted ? (
    <Suspense>
      <Toaster />
    </Suspense>
  ) : null
}

function isToasterWanted(): boolean {
  wanted ||= toasts.isWaiting
  return wanted
}
