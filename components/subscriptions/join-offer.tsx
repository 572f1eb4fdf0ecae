import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { cn } from '#components/ui/cn.ts'
import { PaybillValues } from '#components/ui/paybill-values.tsx'
import { unbroken } from '#components/ui/unbroken.ts'
import { useFormats } from '#components/ui/use-formats.ts'
import type { SubscriptionState } from '#lib/contract/subscriptions/calls.ts'
import { USUAL_FEE_SHILLINGS } from '#lib/contract/subscriptions/constants.ts'
import { SubmitUntil } from './submit-until.tsx'
import { SubscribeDialog } from './subscribe-dialog.tsx'

type Challenge = NonNullable<SubscriptionState['challenge']>
type JoinOfferProps = {
  state: SubscriptionState
  challenge: Challenge
  isApproved: boolean
  /** The dancer's phone; '' if unknown. */
  phone: string
}

export function JoinOffer({ state, challenge, isApproved, phone }: JoinOfferProps) {
  const t = useTranslations('Subscription')
  const formats = useFormats()
  const [asking, setAsking] = useState(false)
  const status = state.payment_status
  if (status === 'pending') return <OpenPayment state={state} />
  const fee = formats.shillings(challenge.subscription_fee)
  const isRetry = status === 'failed'
  return (
    <>
      <p className="mt-1 text-soft">{t('gain')}</p>
      <p className="figures mt-3 flex items-baseline justify-between gap-3">
        <span>{t('fee')}</span>
        <span className="font-display text-2xl font-extrabold tracking-tight">{fee}</span>
      </p>
      {challenge.is_open ? <SubmitUntil end={challenge.submissions_end_at} /> : null}
      {challenge.is_launch_offer ? (
        <p className="mt-1 rounded-2xl bg-drum-wash px-4 py-3 text-sm font-semibold">
          {t('offer', { fee, usual: formats.shillings(USUAL_FEE_SHILLINGS) })}
        </p>
      ) : null}
      {isRetry ? <LastPayment state={state} /> : null}
      {state.paybill ? <ByHand paybill={state.paybill} /> : null}
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

/** A payment without an outcome: what to do on the phone, or how to pay by Paybill. */
function OpenPayment({ state }: { state: SubscriptionState }) {
  const t = useTranslations('Subscription')
  const { prompt } = state
  const isUnclear = prompt === 'unsure' || prompt === 'over'
  return (
    <>
      <div
        role="status"
        className={cn('mt-3 rounded-2xl px-4 py-4', isUnclear ? 'bg-sunken' : 'bg-marigold text-on-marigold')}
      >
        <p className="font-display text-lg font-bold">{t(isUnclear ? `${prompt}Title` : 'pendingTitle')}</p>
        <p className="mt-1">
          {unbroken(isUnclear && state.paybill ? t(`${prompt}Detail`) : state.message || t('pendingDetail'))}
        </p>
        <p className="mt-2 text-sm">{t('pendingFollow')}</p>
      </div>
      {state.paybill ? <ByHand paybill={state.paybill} /> : null}
    </>
  )
}

/**
 * The last payment: failed, refunded, or without an outcome. Without an outcome it suggests a retry, unless
 * the payment has no Paybill number: M-Pesa would refuse one.
 */
function LastPayment({ state }: { state: SubscriptionState }) {
  const t = useTranslations('Subscription')
  if (state.prompt === 'over')
    return (
      <div role="status" className="mt-3 rounded-2xl bg-sunken px-4 py-3">
        <p className="font-semibold">{t('overTitle')}</p>
        <p className="mt-1">{unbroken(state.paybill ? t('overRetry') : state.message)}</p>
      </div>
    )
  if (state.refund)
    return (
      <div role="status" className="mt-3 rounded-2xl bg-sunken px-4 py-3">
        <p className="font-semibold">{t(`refundTitle.${state.refund}`)}</p>
        <p className="mt-1">{state.message}</p>
      </div>
    )
  return (
    <div role="alert" className="mt-3 rounded-2xl bg-alarm-wash px-4 py-3 text-alarm">
      <p className="font-semibold">{t('failedTitle')}</p>
      {state.message ? <p className="mt-1">{state.message}</p> : null}
    </div>
  )
}

/** Shows the payment's own amount, because the fee may have changed since. */
function ByHand({ paybill }: { paybill: NonNullable<SubscriptionState['paybill']> }) {
  const t = useTranslations('Subscription')
  return (
    <div className="mt-3 grid gap-2">
      <h3 className="text-lg">{t('byHand')}</h3>
      <PaybillValues paybill={paybill} amount={paybill.amount} />
    </div>
  )
}
