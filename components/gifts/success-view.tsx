'use client'

import { useTranslations } from 'next-intl'
import { Button } from '#components/ui/button.tsx'
import { CopyValue } from '#components/ui/copy-value.tsx'
import { useFormats } from '#components/ui/use-formats.ts'
import type { GiftView } from '#lib/contract/gifts/calls.ts'

/** Counted: how many, for whom, the receipt, and a link to it that lasts. */
export function SuccessView({
  gift,
  dancer,
  onClose,
}: {
  gift: GiftView
  dancer: string
  onClose: () => void
}) {
  const t = useTranslations('Gift')
  const formats = useFormats()
  return (
    <div className="mt-5 grid gap-5">
      <div className="relative overflow-hidden rounded-2xl bg-night px-5 py-6 text-on-night">
        <p className="figures font-display text-6xl font-extrabold text-marigold">
          +{formats.count(gift.vote_count)}
        </p>
        <p role="status" className="mt-1 text-lg">
          {t('successLine', { count: gift.vote_count, dancer })}
        </p>
        <div aria-hidden="true" className="pindo absolute inset-x-0 bottom-0" />
      </div>
      <dl className="grid gap-3">
        {gift.receipt ? (
          <CopyValue
            label={t('receipt')}
            value={gift.receipt}
            words={{ copy: t('copyWord'), copied: t('copied') }}
          />
        ) : null}
        <div className="figures flex justify-between px-1">
          <dt className="text-soft">{t('amount')}</dt>
          <dd className="font-semibold">{formats.shillings(gift.amount)}</dd>
        </div>
      </dl>
      <div className="grid gap-2">
        <Button tone="loud" size="large" wide onClick={onClose}>
          {t('done')}
        </Button>
        <a
          href={`/pay/${gift.id}`}
          target="_blank"
          rel="noopener"
          className="tap inline-flex items-center justify-center font-semibold underline underline-offset-4"
        >
          {t('receiptLink')}
        </a>
      </div>
    </div>
  )
}
