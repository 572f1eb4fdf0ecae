import { WithAllMessages } from '#components/ui/with-all-messages.tsx'
import { LeaderboardPanel } from './leaderboard-panel.tsx'

type LeaderboardProps = {
  takesGifts: boolean
  onWatch: (videoId: string) => void
}

/** Loaded when opened on a page that began with the feed. */
export default function Leaderboard(props: LeaderboardProps) {
  return (
    <WithAllMessages>
      <LeaderboardPanel initialRows={null} {...props} />
    </WithAllMessages>
  )
}
