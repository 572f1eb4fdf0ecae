import type { useTranslations } from 'next-intl'
import type { Toast } from '#lib/client/browser/toasts.ts'
import { giftProgress } from '#lib/client/gifts/gift-progress.ts'
import type { GiftView } from '#lib/contract/gifts/calls.ts'

type GiftTexts = ReturnType<typeof useTranslations<'Gift'>>

/** Only a failed gift is called unpaid: others may have been paid. */
export function outcomeToast(gift: GiftView, t: GiftTexts): Toast {
  const progress = giftProgress(gift, 0, 0)
  switch (progress.kind) {
    case 'completed':
      return {
        title: t('countedToast', { count: gift.vote_count }),
        description: gift.video_title,
        tone: 'good',
      }
    case 'failed':
      return { title: t('failedToast'), description: t(`failures.${progress.failure}.title`), tone: 'bad' }
    case 'expired':
    case 'under_review':
    case 'refunded':
      return { title: t(`titles.${progress.kind}`), description: t(`failures.${progress.kind}.detail`) }
    default:
      return { title: t(`titles.${progress.kind}`) }
  }
}
