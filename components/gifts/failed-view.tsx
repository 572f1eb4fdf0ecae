'use client'

import { useTranslations } from 'next-intl'
import { Button } from '#components/ui/button.tsx'
import type { GiftFailure } from '#lib/contract/gifts/calls.ts'

type FailedViewProps = {
  failure: GiftFailure | 'expired' | 'under_review' | 'refunded'
  onAgain: () => void
  giftId?: string
}

/** What happened in plain words, and one thing to do about it. */
export function FailedView({ failure, onAgain, giftId }: FailedViewProps) {
  const t = useTranslations('Gift')
  return (
    <div className="mt-4 grid gap-5">
      <p role="alert" className="text-lg">
        {t(`failures.${failure}.detail`)}
      </p>
      {failure === 'under_review' || failure === 'refunded' ? (
        <a
          href={`/pay/${giftId}`}
          target="_blank"
          rel="noopener"
          className="tap inline-flex items-center justify-center rounded-full border border-edge px-5 font-semibold"
        >
          {t('receiptLink')}
        </a>
      ) : (
        <Button tone="money" size="large" wide onClick={onAgain}>
          {t(`failures.${failure}.next`)}
        </Button>
      )}
    </div>
  )
}
