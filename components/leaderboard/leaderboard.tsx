import { WithAllMessages } from '#components/ui/with-all-messages.tsx'
import type { ListedRow } from '#lib/contract/leaderboard/calls.ts'
import { LeaderboardPanel } from './leaderboard-panel.tsx'

type LeaderboardProps = {
  initialRows: ListedRow[] | null
  takesGifts: boolean
  onWatch: (videoId: string) => void
}

/** The Leaderboard tab, loaded when it is opened. */
export default function Leaderboard(props: LeaderboardProps) {
  return (
    <WithAllMessages>
      <LeaderboardPanel {...props} />
    </WithAllMessages>
  )
}
