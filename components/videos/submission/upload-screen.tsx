'use client'

import { Check, Hourglass, RotateCw } from 'lucide-react'
import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { type ReactNode, useState } from 'react'
import { OwnStanding, useOwnStanding } from '#components/leaderboard/own-standing.tsx'
import { Button, buttonStyle } from '#components/ui/button.tsx'
import { cn } from '#components/ui/cn.ts'
import { LoadFailed } from '#components/ui/load-failed.tsx'
import { StaleNote } from '#components/ui/stale-note.tsx'
import { useFormats } from '#components/ui/use-formats.ts'
import { useMonthTitle } from '#components/ui/use-month-title.ts'
import {
  kycGateOf,
  nextStep,
  stateOfStep,
  type UploadStep,
  uploadSteps,
} from '#lib/client/videos/upload-step.ts'
import type { Profile } from '#lib/contract/profiles/calls.ts'
import type { SubscriptionState } from '#lib/contract/subscriptions/calls.ts'
import { TrackList } from './track-list.tsx'
import { useUpload } from './use-upload.ts'

export function UploadScreen() {
  const t = useTranslations('Upload')
  const upload = useUpload()
  const standing = useOwnStanding()
  const { profile, subscription, assignments } = upload
  if (upload.hasFailed)
    return (
      <div className="mt-10">
        <LoadFailed words={t('loadFailed')} onRetry={upload.refresh} retrying={upload.isAsking} />
      </div>
    )
  if (upload.isLoading || !profile) return <UploadSkeleton />
  const next = nextStep({
    kycStatus: profile.kyc_status,
    isSubscribed: subscription?.subscribed === true,
    submitted: assignments?.assignments.map(({ submitted }) => submitted) ?? [],
    canSubmit: assignments?.can_submit === true,
  })
  const isDancing = next === 'submit' || next === 'done'
  // The standing is at the top of the page, so it must not appear late and move the rest.
  if (isDancing && standing.isLoading) return <UploadSkeleton />
  return (
    <>
      <StaleNote of={upload.known} />
      {isDancing ? <OwnStanding /> : null}
      <StepRail next={next} />
      {next === 'kyc' ? <KycGate profile={profile} /> : null}
      {next === 'subscribe' && subscription ? <SubscriptionGate subscription={subscription} /> : null}
      {next === 'tracks' && assignments ? (
        assignments.can_submit ? (
          <WaitingGate onRefresh={upload.refresh} />
        ) : (
          <NoTrackGate />
        )
      ) : null}
      {isDancing && assignments ? <TrackList known={assignments} onStale={upload.refresh} /> : null}
    </>
  )
}

function KycGate({ profile }: { profile: Pick<Profile, 'kyc_status' | 'kyc_rejection_reason'> }) {
  const t = useTranslations('Upload')
  const gate = kycGateOf(profile.kyc_status)
  const action =
    gate === 'under_review' ? (
      <Button size="large" disabled>
        <Hourglass aria-hidden="true" className="size-5" /> {t('kyc.under_review.button')}
      </Button>
    ) : (
      <Link href="/kyc-upload" className={buttonStyle({ tone: 'loud', size: 'large' })}>
        {t(`kyc.${gate}.button`)}
      </Link>
    )
  return (
    <GateCard title={t(`kyc.${gate}.title`)} action={action}>
      <p>{t(`kyc.${gate}.detail`)}</p>
      {gate === 'rejected' && profile.kyc_rejection_reason ? (
        <p className="mt-4 rounded-2xl bg-alarm-wash px-4 py-3 text-base text-alarm">
          <span className="font-semibold">{t('reason')}</span> {profile.kyc_rejection_reason}
        </p>
      ) : null}
    </GateCard>
  )
}

function UploadSkeleton() {
  const t = useTranslations('Upload')
  return (
    <div role="status">
      <span className="sr-only">{t('loading')}</span>
      <div aria-hidden="true" className="mt-8 grid grid-cols-4">
        {['kyc', 'subscribe', 'tracks', 'submit'].map((step) => (
          <div key={step} className="skeleton mx-auto size-12 rounded-full" />
        ))}
      </div>
      <div aria-hidden="true" className="skeleton mt-16 h-80 rounded-3xl" />
    </div>
  )
}

/** Paid and waiting for the draw; the socket announces the tracks. */
function WaitingGate({ onRefresh }: { onRefresh: () => Promise<unknown> }) {
  const t = useTranslations('Upload')
  const [isAsking, setIsAsking] = useState(false)
  const refresh = async () => {
    setIsAsking(true)
    await onRefresh()
    setIsAsking(false)
  }
  return (
    <GateCard
      title={t('waiting.title')}
      action={
        <Button size="large" onClick={refresh} aria-busy={isAsking}>
          <RotateCw aria-hidden="true" className={cn('size-5', isAsking && 'animate-spin')} />
          {t('waiting.refresh')}
        </Button>
      }
    >
      <p>{t('waiting.detail')}</p>
    </GateCard>
  )
}

/** Paid, but the pool had no tracks until submissions closed. */
function NoTrackGate() {
  const t = useTranslations('Upload')
  return (
    <GateCard
      title={t('waiting.noneTitle')}
      action={
        <Link href="/" className={buttonStyle({ size: 'large' })}>
          {t('watch')}
        </Link>
      }
    >
      <p>{t('waiting.none')}</p>
    </GateCard>
  )
}

function StepRail({ next }: { next: UploadStep | 'done' }) {
  const t = useTranslations('Upload')
  return (
    <ol aria-label={t('rail.label')} className="mt-8 grid grid-cols-4">
      {uploadSteps.map((step, place) => {
        const state = stateOfStep(step, next)
        return (
          <li
            key={step}
            aria-current={state === 'next' ? 'step' : undefined}
            className="relative text-center text-sm"
          >
            {place > 0 ? (
              <span
                aria-hidden="true"
                className={cn(
                  'absolute top-[1.375rem] right-1/2 -z-10 h-1 w-full',
                  state === 'later' ? 'bg-line' : 'bg-marigold',
                )}
              />
            ) : null}
            <span
              aria-hidden="true"
              className={cn(
                'mx-auto grid size-12 place-items-center rounded-full border-4 border-paper font-display text-lg font-extrabold',
                looks[state],
              )}
            >
              {state === 'done' ? <Check className="size-5" strokeWidth={3} /> : place + 1}
            </span>
            <span className={state === 'next' ? 'font-bold' : 'text-soft'}>{t(`rail.${step}`)}</span>
            {state === 'done' ? <span className="sr-only"> {t('rail.done')}</span> : null}
          </li>
        )
      })}
    </ol>
  )
}

const looks = {
  done: 'bg-marigold text-on-marigold',
  next: 'bg-night text-on-night outline-2 outline-marigold',
  later: 'bg-sunken text-soft',
} as const

function SubscriptionGate({ subscription }: { subscription: SubscriptionState }) {
  const t = useTranslations('Upload')
  const monthTitle = useMonthTitle()
  const { shillings } = useFormats()
  const { challenge, payment_status, message, prompt, refund } = subscription
  const isWaiting = payment_status === 'pending'
  // A pending payment still joins the month, so its card stays after the closing of subscriptions.
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
        <p>
          {challenge
            ? t('subscribe.closed', { challenge: monthTitle(challenge.title) })
            : t('subscribe.between')}
        </p>
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
          challenge: monthTitle(challenge.title),
          fee,
        })}
      </p>
      {isWaiting ? (
        <p role="status" className="mt-4 rounded-2xl bg-leaf-wash px-4 py-3 text-base text-ink">
          {t('subscribe.pending')}
        </p>
      ) : null}
      {payment_status === 'failed' ? (
        <p
          className={cn(
            'mt-4 rounded-2xl px-4 py-3 text-base',
            refund || prompt === 'over' ? 'bg-sunken text-ink' : 'bg-alarm-wash text-alarm',
          )}
        >
          {message || t('subscribe.failed')}
        </p>
      ) : null}
    </GateCard>
  )
}

type GateCardProps = { title: string; children: ReactNode; action: ReactNode }

function GateCard({ title, children, action }: GateCardProps) {
  return (
    <section className="mt-10 overflow-hidden rounded-3xl border border-line bg-surface">
      <div aria-hidden="true" className="pindo rotate-180" />
      <div className="mx-auto max-w-xl px-6 py-10 text-center lg:py-14">
        <h2 className="text-2xl lg:text-4xl">{title}</h2>
        <div className="mt-3 text-lg text-soft">{children}</div>
        <div className="mt-7 flex flex-wrap justify-center gap-3">{action}</div>
      </div>
    </section>
  )
}
