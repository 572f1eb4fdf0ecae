'use client'

import { Eye, Gift } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { KycCard } from '#components/kyc/kyc-card.tsx'
import { ChallengeCard } from '#components/subscriptions/challenge-card.tsx'
import { cn } from '#components/ui/cn.ts'
import { LoadFailed } from '#components/ui/load-failed.tsx'
import { StaleNote } from '#components/ui/stale-note.tsx'
import { useFormats } from '#components/ui/use-formats.ts'
import { WalletCard } from '#components/wallets/wallet-card.tsx'
import type { Profile } from '#lib/contract/profiles/calls.ts'
import { AccountData } from './account-data.tsx'
import { OwnLists } from './own-lists.tsx'
import { ProfileIdentity } from './profile-identity.tsx'
import { useMyProfile } from './use-my-profile.ts'

export function ProfileScreen() {
  const t = useTranslations('Profile')
  const known = useMyProfile()
  const { data: profile, isError, isFetching, refetch } = known
  if (profile)
    return (
      <>
        <StaleNote of={known} />
        <LoadedProfile profile={profile} />
      </>
    )
  return (
    <div className="mt-8">
      {isError ? (
        <LoadFailed words={t('failed')} onRetry={refetch} retrying={isFetching} />
      ) : (
        <ProfileLoading />
      )}
    </div>
  )
}

function LoadedProfile({ profile }: { profile: Profile }) {
  const { role } = profile.user
  const isPaidHere = role === 'dancer' || role === 'copyright_owner'
  return (
    <div className="mt-8 grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_23rem] lg:grid-rows-[auto_1fr] lg:gap-8">
      <div className="grid min-w-0 grid-cols-1 gap-6">
        <ProfileIdentity profile={profile} />
        {isPaidHere ? <StatTiles votes={profile.total_votes} views={profile.total_views} /> : null}
      </div>
      {isPaidHere ? (
        <div className="grid min-w-0 grid-cols-1 gap-4 lg:row-span-2">
          <KycCard profile={profile} />
          {role === 'dancer' ? <ChallengeCard profile={profile} /> : null}
          <WalletCard isOpen={profile.kyc_status === 'approved'} />
        </div>
      ) : null}
      <div className="grid min-w-0 grid-cols-1 gap-10">
        {isPaidHere ? <OwnLists role={role} /> : null}
        <AccountData />
      </div>
    </div>
  )
}

function ProfileLoading() {
  const t = useTranslations('Profile')
  return (
    <div role="status">
      <span className="sr-only">{t('loading')}</span>
      <div aria-hidden="true" className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_23rem] lg:gap-8">
        <div className="grid gap-6">
          <div className="flex items-start gap-4">
            <div className="skeleton size-24 shrink-0 rounded-full" />
            <div className="grid flex-1 gap-2 pt-2">
              <div className="skeleton h-8 max-w-60" />
              <div className="skeleton h-5 max-w-40" />
            </div>
          </div>
          <div className="skeleton h-16" />
          <div className="grid grid-cols-2 gap-3">
            <div className="skeleton h-24" />
            <div className="skeleton h-24" />
          </div>
        </div>
        <div className="grid gap-4">
          <div className="skeleton h-44 rounded-3xl" />
          <div className="skeleton h-44 rounded-3xl" />
        </div>
      </div>
    </div>
  )
}

/** Votes and views of a dancer's videos, or of the videos to a musician's tracks. */
function StatTiles({ votes, views }: { votes: number; views: number }) {
  const t = useTranslations('Profile')
  const formats = useFormats()
  const tiles = [
    { icon: Gift, words: t('votes', { count: votes }), value: votes, style: 'bg-marigold text-on-marigold' },
    { icon: Eye, words: t('views', { count: views }), value: views, style: 'bg-sunken text-ink' },
  ]
  return (
    <dl aria-label={t('stats')} className="grid grid-cols-2 gap-3">
      {tiles.map(({ icon: Icon, words, value, style }) => (
        <div key={style} className={cn('flex flex-col-reverse rounded-3xl px-5 py-4', style)}>
          <dt className="flex items-center gap-2 font-semibold">
            <Icon aria-hidden="true" className="size-4" /> {words}
          </dt>
          <dd className="figures font-display text-4xl font-extrabold tracking-tight">
            {formats.count(value)}
          </dd>
        </div>
      ))}
    </dl>
  )
}
