import { useTranslations } from 'next-intl'
import { Dialog } from '#components/ui/dialog.tsx'
import { WithAllMessages } from '#components/ui/with-all-messages.tsx'
import { useHeldPlayback } from '#components/videos/player/use-held-playback.ts'
import { LeaderboardPanel } from './leaderboard-panel.tsx'

type LeadersSheetProps = { takesGifts: boolean; onClose: () => void; onWatch: (videoId: string) => void }

/** The leaderboard as a sheet over the feed, which keeps its position. */
export default function LeadersSheet(props: LeadersSheetProps) {
  return (
    <WithAllMessages>
      <Sheet {...props} />
    </WithAllMessages>
  )
}

function Sheet({ takesGifts, onClose, onWatch }: LeadersSheetProps) {
  const t = useTranslations('Leaderboard')
  useHeldPlayback(true)
  return (
    <Dialog open onClose={onClose} title={t('title')} size="list">
      <LeaderboardPanel
        initialRows={null}
        takesGifts={takesGifts}
        onWatch={(id) => {
          onClose()
          onWatch(id)
        }}
        isTitled
      />
    </Dialog>
  )
}
