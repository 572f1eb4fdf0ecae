'use client'

import { use } from 'react'
import type { ListedRow } from '#lib/contract/leaderboard/calls.ts'
import { LeaderboardPanel } from './leaderboard-panel.tsx'
import { WatchContext } from './watch-context.ts'

type LeaderboardFirstProps = { rows: ListedRow[] | null; takesGifts: boolean }

/**
 * Must not suspend: React would send the leaderboard after the page and show it a third of a second later.
 */
export function LeaderboardFirst({ rows, takesGifts }: LeaderboardFirstProps) {
  return <LeaderboardPanel initialRows={rows} takesGifts={takesGifts} onWatch={use(WatchContext)} />
}
