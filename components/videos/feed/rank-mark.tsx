import { useTranslations } from 'next-intl'
import { cn } from '#components/ui/cn.ts'

export function RankMark({ rank }: { rank: number }) {
  const t = useTranslations('Feed')
  const winning = rank <= 5
  return (
    <span
      className={cn(
        'figures shrink-0 rounded-full px-2.5 py-1 text-sm font-bold',
        winning ? 'bg-drum-wash text-drum' : 'bg-sunken text-soft',
      )}
    >
      <span className="sr-only">{t('rank')} </span>#{rank}
    </span>
  )
}
