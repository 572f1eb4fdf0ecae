'use client'

import { lazy, Suspense, useSyncExternalStore } from 'react'
import type { LeaderboardRow } from '#lib/contract/leaderboard/calls.ts'
import { TopFiveList } from './top-five-list.tsx'

const LiveTopFive = lazy(() => import('./live-top-five.tsx'))

type TopFiveProps = { initial: LeaderboardRow[]; words: { title: string; all: string } }

/** Who leads now, live; phones, which don't show it, don't open a line for it. */
export function TopFive({ initial, words }: TopFiveProps) {
  const isShown = useSyncExternalStore(subscribeWide, isWide, () => false)
  const still = <TopFiveList rows={initial} words={words} />
  if (!isShown) return still
  return (
    <Suspense fallback={still}>
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
