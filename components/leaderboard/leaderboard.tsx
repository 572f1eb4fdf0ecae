import { WithAllMessages } from '#components/ui/with-all-messages.tsx'
import { LeaderboardPanel } from './leaderboard-panel.tsx'

type LeaderboardProps = {
  takesGifts: boolean
  onWatch: (videoId: string) => void
}

/** The leaderboard for a page that started with the feed; loaded when opened. */
export default function Leaderboard(props: LeaderboardProps) {
  return (
    <WithAllMessages>
      <LeaderboardPanel initialRows={null} {...props} />
    </WithAllMessages>
  )
}
