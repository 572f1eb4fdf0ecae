'use client'

import { useSyncExternalStore } from 'react'
import { subscribeAddress } from '#lib/client/browser/navigation-events.ts'
import { type HomeView, homeViewOf } from '#lib/client/videos/home-view.ts'

/** The view that the address names; the document's own until the script runs. */
export function useHomeView(initial: HomeView): HomeView {
  return useSyncExternalStore(
    subscribeAddress,
    // On the way to another page the address has changed already: this one keeps what it shows.
    () => (window.location.pathname === '/' ? homeViewOf(window.location.search) : initial),
    () => initial,
  )
}
