'use client'

import { lazy, Suspense, useSyncExternalStore } from 'react'
import { toasts } from '#lib/client/browser/toasts.ts'

const Toaster = lazy(() => import('./toaster.tsx'))

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
