import { useTranslations } from 'next-intl'
import { cn } from '#components/ui/cn.ts'

const HIGH = 80

export function ScoreMark({ score }: { score: number }) {
  const t = useTranslations('Signals')
  const look = score >= HIGH ? 'bg-alarm-wash text-alarm' : 'bg-marigold text-on-marigold'
  return (
    <span
      className={cn(
        'figures inline-flex items-center rounded-full px-2.5 py-0.5 text-sm font-semibold whitespace-nowrap',
        look,
      )}
    >
      {t('score', { score })}
    </span>
  )
}
