'use client'

import { useTranslations } from 'next-intl'
import { KycCard } from '#components/kyc/kyc-card.tsx'
import { ChallengeCard } from '#components/subscriptions/challenge-card.tsx'
import { LoadFailed } from '#components/ui/load-failed.tsx'
import { WalletCard } from '#components/wallets/wallet-card.tsx'
import type { Profile } from '#lib/contract/profiles/calls.ts'
import { AccountData } from './account-data.tsx'
import { OwnLists } from './own-lists.tsx'
import { ProfileIdentity } from './profile-identity.tsx'
import { ProfileLoading } from './profile-loading.tsx'
import { StatTiles } from './stat-tiles.tsx'
import { useMyProfile } from './use-my-profile.ts'

/** Who one is beside what one may do; officers have neither identity check nor wallet. */
export function ProfileScreen() {
  const t = useTranslations('Profile')
  const { data: profile, isError, isFetching, refetch } = useMyProfile()
  if (profile) return <LoadedProfile profile={profile} />
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
