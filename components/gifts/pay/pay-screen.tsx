'use client'

import { useTranslations } from 'next-intl'
import { useEffect, useState } from 'react'
import { PaybillValues } from '#components/ui/paybill-values.tsx'
import { unbroken } from '#components/ui/unbroken.ts'
import { useFormats } from '#components/ui/use-formats.ts'
import {
  type GiftProgress,
  giftProgress,
  isFinal,
  isSettled,
  useGift,
  useNow,
} from '#lib/client/gifts/gift-progress.ts'
import { forgetOpenGift, startOf } from '#lib/client/gifts/open-gift.ts'
import type { GiftView } from '#lib/contract/gifts/calls.ts'
import { PayStatus } from './pay-status.tsx'
import { Receipt } from './receipt.tsx'

/** Follows a gift to its final outcome, then serves as permanent receipt. */
export function PayScreen({ initial, renderedAt }: { initial: GiftView; renderedAt: number }) {
  const t = useTranslations('Pay')
  const formats = useFormats()
  const [startedAt, setStartedAt] = useState(() => Date.parse(initial.created_at))
  const followed = useGift(initial.id, startedAt, { gift: initial, at: renderedAt })
  const gift = followed.gift ?? initial
  const at = useNow(!isSettled(gift), renderedAt)
  const progress = giftProgress(gift, followed.promptedAt, at)
  useClosing(gift)

  const isAnswered = gift !== initial
  // biome-ignore lint/correctness/useExhaustiveDependencies: only an answer shows the clock's error
  useEffect(() => setStartedAt(startOf(initial)), [initial, isAnswered])

  return (
    <div className="mx-auto max-w-xl px-4 pt-6 pb-16 lg:pt-10">
      <p className="text-sm font-semibold text-soft">{t('for', { title: gift.video_title })}</p>
      <h1 className="mt-1 text-3xl">{t(`titles.${progress.kind}`)}</h1>
      {progress.kind === 'completed' ? (
        <Receipt gift={gift} />
      ) : (
        <>
          <dl className="figures mt-5 grid grid-cols-[1fr_auto] gap-y-2 rounded-2xl bg-sunken px-4 py-4">
            <dt className="text-soft">{t('gifts')}</dt>
            <dd className="text-end font-semibold">{formats.count(gift.vote_count)}</dd>
            <dt className="text-lg font-semibold">{t('amount')}</dt>
            <dd className="text-end text-lg font-bold">{formats.shillings(gift.amount)}</dd>
          </dl>
          <PayStatus
            gift={gift}
            progress={progress}
            onTake={followed.take}
            byHand={
              paysByHand(progress) && gift.paybill ? <PayByHand gift={gift} paybill={gift.paybill} /> : null
            }
          />
        </>
      )}
    </div>
  )
}

/** States in which the user may pay by Paybill: not while a prompt is on the phone, nor after the end. */
function paysByHand(progress: GiftProgress): boolean {
  return ['paybill', 'queued', 'unsure', 'over', 'checking', 'failed'].includes(progress.kind)
}

const CLOSES_AFTER_MS = 4_000

/** If the page is a popup, closes it after the payment. */
function useClosing(gift: GiftView): void {
  const done = gift.status === 'completed'
  useEffect(() => {
    if (!isFinal(gift)) return
    if (!window.opener) return forgetOpenGift(gift.id)
    if (!done) return
    const timer = setTimeout(() => window.close(), CLOSES_AFTER_MS)
    return () => clearTimeout(timer)
  }, [gift, done])
}

type PayByHandProps = { gift: GiftView; paybill: NonNullable<GiftView['paybill']> }

function PayByHand({ gift, paybill }: PayByHandProps) {
  const t = useTranslations('Pay')
  return (
    <section aria-labelledby="by-hand-title" className="mt-2 rounded-3xl border border-line bg-surface p-5">
      <h2 id="by-hand-title" className="text-xl">
        {t('byHand')}
      </h2>
      <p className="mt-1 mb-4 text-soft">{unbroken(t('byHandDetail'))}</p>
      <PaybillValues paybill={paybill} amount={gift.amount} />
      <p className="mt-4 text-sm text-soft">{unbroken(t('byHandNote'))}</p>
    </section>
  )
}
