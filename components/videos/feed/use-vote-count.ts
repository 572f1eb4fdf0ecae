'use client'

import { useSyncExternalStore } from 'react'
import { readVoteCount, subscribeVoteCount } from '#lib/client/videos/vote-counts.ts'

/** The newest known count of a video; the page's own until something newer was told. */
export function useVoteCount(videoId: string, initial: number): number {
  return useSyncExternalStore(
    (listener) => subscribeVoteCount(videoId, listener),
    () => readVoteCount(videoId, initial),
    () => initial,
  )
}
