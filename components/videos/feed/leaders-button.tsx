import { Medal } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { RankMark } from './rank-mark.tsx'

/** Shows the rank of the video, and opens the leaderboard over the feed. */
export function LeadersButton({ rank, onPress }: { rank: number | null; onPress: () => void }) {
  const t = useTranslations('Feed')
  return (
    <button
      type="button"
      onClick={onPress}
      className="card-leaders tap inline-flex items-center justify-end gap-1.5 rounded-full font-semibold text-soft hover:text-ink"
    >
      <Medal aria-hidden="true" className="size-5 shrink-0" />
      {rank ? (
        <>
          <RankMark rank={rank} />
          <span className="sr-only">. {t('leaders')}</span>
        </>
      ) : (
        <span className="text-sm">{t('leaders')}</span>
      )}
    </button>
  )
}
