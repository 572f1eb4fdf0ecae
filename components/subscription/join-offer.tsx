'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { CopyValue } from '#components/ui/copy-value.tsx'
import { useFormats } from '#components/ui/use-formats.ts'
import type { SubscriptionState } from '#lib/contract/subscriptions.ts'
import { SubscribeDialog } from './subscribe-dialog.tsx'

type Challenge = NonNullable<SubscriptionState['challenge']>
type JoinOfferProps = {
  state: SubscriptionState
  challenge: Challenge
  isApproved: boolean
  /** The dancer's own number, where it is known. */
  phone: string
}

/** KES; spec 1, section 1. */
const USUAL_FEE = 1_000

/** What it costs and the way in; while a payment is open, what to do on the phone. */
export function JoinOffer({ state, challenge, isApproved, phone }: JoinOfferProps) {
  const t = useTranslations('Subscription')
  const formats = useFormats()
  const [asking, setAsking] = useState(false)
  const status = state.payment_status
  if (status === 'pending') {
    return (
      <div role="status" className="mt-3 rounded-2xl bg-marigold px-4 py-4 text-on-marigold">
        <p className="font-display text-lg font-bold">{t('pendingTitle')}</p>
        <p className="mt-1">{state.message || t('pendingDetail')}</p>
        <p className="mt-2 text-sm">{t('pendingFollow')}</p>
      </div>
    )
  }
  const fee = formats.shillings(challenge.subscription_fee)
  const isRetry = status === 'failed'
  return (
    <>
      <p className="mt-1 text-soft">{t('gain')}</p>
      <p className="figures mt-3 flex items-baseline justify-between gap-3">
        <span>{t('fee')}</span>
        <span className="font-display text-2xl font-extrabold tracking-tight">{fee}</span>
      </p>
      {challenge.is_launch_offer ? (
        <p className="mt-1 rounded-2xl bg-drum-wash px-4 py-3 text-sm font-semibold">
          {t('offer', { fee, usual: formats.shillings(USUAL_FEE) })}
        </p>
      ) : null}
      {isRetry ? (
        <div role="alert" className="mt-3 rounded-2xl bg-alarm-wash px-4 py-3 text-alarm">
          <p className="font-semibold">{t('failedTitle')}</p>
          {state.message ? <p className="mt-1">{state.message}</p> : null}
        </div>
      ) : null}
      {state.paybill ? <ByHand paybill={state.paybill} amount={challenge.subscription_fee} /> : null}
      {!challenge.is_open ? (
        <p className="mt-3 text-soft">{t('closed')}</p>
      ) : isApproved ? (
        <Button tone="money" size="large" wide className="mt-4" onClick={() => setAsking(true)}>
          {t(isRetry ? 'retry' : 'subscribe')}
        </Button>
      ) : (
        <p className="mt-3 text-soft">{t('kycNeeded')}</p>
      )}
      {asking ? (
        <SubscribeDialog
          challenge={challenge}
          isRetry={isRetry}
          phone={phone}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </>
  )
}

type ByHandProps = { paybill: NonNullable<SubscriptionState['paybill']>; amount: number }

/** No prompt could be sent: three numbers to type on the phone. */
function ByHand({ paybill, amount }: ByHandProps) {
  const t = useTranslations('Subscription')
  const formats = useFormats()
  const words = { copy: t('copyWord'), copied: t('copied') }
  return (
    <div className="mt-3">
      <h3 className="text-lg">{t('byHand')}</h3>
      <dl className="mt-2 grid gap-2">
        <CopyValue label={t('businessNumber')} value={paybill.business_number} words={words} />
        <CopyValue label={t('accountNumber')} value={paybill.account_number} words={words} />
        <CopyValue
          label={t('amount')}
          value={String(amount)}
          shown={formats.shillings(amount)}
          words={words}
        />
      </dl>
    </div>
  )
}
