import { BadgeCheck } from 'lucide-react'
import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { buttonStyle } from '#components/ui/button.tsx'
import { LoadFailed } from '#components/ui/load-failed.tsx'
import { Loading } from '#components/ui/loading.tsx'
import { StaleNote } from '#components/ui/stale-note.tsx'
import { useMonthTitle } from '#components/ui/use-month-title.ts'
import type { Profile } from '#lib/contract/profiles/calls.ts'
import type { SubscriptionState } from '#lib/contract/subscriptions/calls.ts'
import { JoinOffer } from './join-offer.tsx'
import { useSubscribedToast, useSubscription } from './use-subscription.ts'

export function ChallengeCard({ profile }: { profile: Profile }) {
  const t = useTranslations('Subscription')
  const known = useSubscription()
  const { data: state, isError, isFetching, refetch } = known
  useSubscribedToast(state)
  return (
    <section className="rounded-3xl border border-line bg-surface p-5">
      <h2 className="text-xl">{t('title')}</h2>
      <StaleNote of={known} />
      {state ? (
        <ChallengeState state={state} profile={profile} />
      ) : isError ? (
        <div className="mt-3">
          <LoadFailed words={t('failed')} onRetry={refetch} retrying={isFetching} />
        </div>
      ) : (
        <Loading words={t('loading')} className="mt-3" skeleton="h-40" />
      )}
    </section>
  )
}

function ChallengeState({ state, profile }: { state: SubscriptionState; profile: Profile }) {
  const t = useTranslations('Subscription')
  const monthTitle = useMonthTitle()
  const { challenge } = state
  if (!challenge) return <p className="mt-2 text-soft">{t('none')}</p>
  return (
    <>
      <p className="mt-1 font-semibold">{monthTitle(challenge.title)}</p>
      {state.subscribed ? (
        <Subscribed />
      ) : (
        <JoinOffer
          state={state}
          challenge={challenge}
          isApproved={profile.kyc_status === 'approved'}
          phone={profile.user.phone_number}
        />
      )}
    </>
  )
}

function Subscribed() {
  const t = useTranslations('Subscription')
  return (
    <>
      <div className="mt-3 rounded-2xl bg-leaf-wash px-4 py-4">
        <p className="flex items-center gap-2 font-semibold text-leaf">
          <BadgeCheck aria-hidden="true" className="size-5" /> {t('subscribedTitle')}
        </p>
        <p className="mt-1">{t('subscribedDetail')}</p>
      </div>
      <Link href="/upload" className={buttonStyle({ tone: 'loud', wide: true, className: 'mt-4' })}>
        {t('toTracks')}
      </Link>
    </>
  )
}
