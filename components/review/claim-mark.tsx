import { Eye } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { holderOf, type QueueItem } from '#lib/client/review/review-queue.ts'

/** Who looks at a row now. */
export function ClaimMark({ item, me }: { item: QueueItem; me: string | undefined }) {
  const t = useTranslations('Officer')
  if (!item.claim) return null
  const holder = holderOf(item, me)
  return (
    <span className="inline-flex min-w-0 items-center gap-1.5 text-sm font-semibold text-drum">
      <Eye aria-hidden="true" className="size-4 shrink-0" />
      <span className="truncate">
        {holder ? t('lookedAt', { officer: holder.display_name || holder.username }) : t('openByYou')}
      </span>
    </span>
  )
}
