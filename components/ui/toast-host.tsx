'use client'

import { Suspense, useSyncExternalStore } from 'react'
import { lazyPart } from '#lib/client/browser/lazy-parts.ts'
import { toasts } from '#lib/client/browser/toasts.ts'

const Toaster = lazyPart(() => import('./toaster.tsx'), true)

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
