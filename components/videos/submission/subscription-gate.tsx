'use client'

import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { buttonStyle } from '#components/ui/button.tsx'
import { useFormats } from '#components/ui/use-formats.ts'
import type { SubscriptionState } from '#lib/contract/subscriptions/calls.ts'
import { GateCard } from './gate-card.tsx'

/** Spec 1, section 2: 'Join the Challenge to Upload', leading to the profile. */
export function SubscriptionGate({ subscription }: { subscription: SubscriptionState }) {
  const t = useTranslations('Upload')
  const { shillings } = useFormats()
  const { challenge, payment_status, message } = subscription
  const isWaiting = payment_status === 'pending'
  // A payment that is under way still counts.
  if (!challenge || !(challenge.is_open || isWaiting))
    return (
      <GateCard
        title={t('subscribe.closedTitle')}
        action={
          <Link href="/" className={buttonStyle({ size: 'large' })}>
            {t('watch')}
          </Link>
        }
      >
        <p>{challenge ? t('subscribe.closed', { challenge: challenge.title }) : t('subscribe.between')}</p>
      </GateCard>
    )
  const fee = shillings(challenge.subscription_fee)
  return (
    <GateCard
      title={t('subscribe.title')}
      action={
        <Link href="/profile" className={buttonStyle({ tone: isWaiting ? 'plain' : 'loud', size: 'large' })}>
          {t(`subscribe.buttons.${payment_status === 'paid' ? 'none' : payment_status}`)}
        </Link>
      }
    >
      <p className="figures">
        {t(challenge.is_launch_offer ? 'subscribe.launch' : 'subscribe.detail', {
          challenge: challenge.title,
          fee,
        })}
      </p>
      {isWaiting ? (
        <p role="status" className="mt-4 rounded-2xl bg-leaf-wash px-4 py-3 text-base text-ink">
          {t('subscribe.pending')}
        </p>
      ) : null}
      {payment_status === 'failed' ? (
        <p className="mt-4 rounded-2xl bg-alarm-wash px-4 py-3 text-base text-alarm">
          {message || t('subscribe.failed')}
        </p>
      ) : null}
    </GateCard>
  )
}
