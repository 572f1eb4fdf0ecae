'use client'

import type { useTranslations } from 'next-intl'
import type { GiftProgress } from '#lib/client/gifts/gift-progress.ts'
import type { OpenGift } from '#lib/client/gifts/open-gift.ts'
import type { GiftView } from '#lib/contract/gifts/calls.ts'
import { CheckingView } from './checking-view.tsx'
import { FailedView } from './failed-view.tsx'
import { PaymentPageView } from './payment-page-view.tsx'
import { PromptView } from './prompt-view.tsx'
import { SuccessView } from './success-view.tsx'
import { UnclearView } from './unclear-view.tsx'

type GiftTexts = ReturnType<typeof useTranslations<'Gift'>>

/** The title of the third dialog says where the payment stands. */
export function payTitle(progress: GiftProgress | null, t: GiftTexts): string {
  if (!progress) return t('startingTitle')
  if (progress.kind === 'failed') return t(`failures.${progress.failure}.title`)
  return t(`titles.${progress.kind}`)
}

type PayStepProps = {
  open: OpenGift
  gift: GiftView | null
  progress: GiftProgress | null
  onTake: (gift: GiftView) => void
  onAgain: () => void
  /** Leaves a payment that nothing is heard of to itself, and begins another. */
  onLeave: () => void
  onClose: () => void
}

/** One view for each state of the payment. */
export function PayStep({ open, gift, progress, onTake, onAgain, onLeave, onClose }: PayStepProps) {
  if (!gift || !progress) return <CheckingView gift={null} quantity={open.quantity} />
  switch (progress.kind) {
    case 'prompt':
      return <PromptView gift={gift} phone={open.phone} secondsLeft={progress.secondsLeft} />
    case 'unsure':
    case 'over':
      return <UnclearView kind={progress.kind} gift={gift} phone={open.phone} onAgain={onLeave} />
    case 'checking':
      return <CheckingView gift={gift} quantity={gift.vote_count} />
    case 'paybill':
      return (
        <PaymentPageView
          gift={gift}
          canRetry={progress.canRetry}
          failure={progress.failure}
          onTake={onTake}
        />
      )
    case 'completed':
      return <SuccessView gift={gift} dancer={open.dancer} onClose={onClose} />
    case 'failed':
      return <FailedView failure={progress.failure} onAgain={onAgain} />
    default:
      return <FailedView failure={progress.kind} onAgain={onAgain} giftId={gift.id} />
  }
}
