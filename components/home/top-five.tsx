'use client'

import { type ReactNode, Suspense, useSyncExternalStore } from 'react'
import { lazyPart } from '#lib/client/browser/lazy-parts.ts'
import type { ComingRow } from '#lib/client/leaderboard/leaderboard.ts'

const LiveTopFive = lazyPart(() => import('./live-top-five.tsx'), true)

type TopFiveProps = {
  initial: ComingRow[]
  words: { title: string; all: string }
  /** The rows as rendered by the server. */
  children: ReactNode
}

/** The five leaders, live on desktops. Hidden on phones, where it loads nothing. */
export function TopFive({ initial, words, children }: TopFiveProps) {
  const isShown = useSyncExternalStore(subscribeWide, isWide, () => false)
  if (!isShown) return children
  return (
    <Suspense fallback={children}>
      <LiveTopFive initial={initial} words={words} />
    </Suspense>
  )
}

const WIDE = '(width >= 64rem)'

function subscribeWide(listener: () => void): () => void {
  const query = window.matchMedia(WIDE)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

function isWide(): boolean {
  return window.matchMedia(WIDE).matches
}
