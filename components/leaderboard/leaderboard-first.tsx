'use client'

import { use } from 'react'
import type { ListedRow } from '#lib/contract/leaderboard/calls.ts'
import { LeaderboardPanel } from './leaderboard-panel.tsx'
import { WatchContext } from './watch-context.ts'

type LeaderboardFirstProps = { rows: ListedRow[] | null; takesGifts: boolean }

/**
 * The Leaderboard tab of a page that begins with it. It waits for nothing, so that it stands in the document where it is seen:
 * React sends what it may have to wait for behind the page, and shows it a third of a second later.
 */
export function LeaderboardFirst({ rows, takesGifts }: LeaderboardFirstProps) {
  return <LeaderboardPanel initialRows={rows} takesGifts={takesGifts} onWatch={use(WatchContext)} />
}
