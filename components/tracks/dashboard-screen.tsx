'use client'

import { useTranslations } from 'next-intl'
import { useSyncExternalStore } from 'react'
import { StatementsPanel } from '#components/royalties/statements-panel.tsx'
import { UploadPanel } from '#components/tracks/upload/upload-panel.tsx'
import { AddressTabs, TabPanel } from '#components/ui/address-tabs.tsx'
import { LoadFailed } from '#components/ui/load-failed.tsx'
import { useAddressParam } from '#components/ui/use-address-param.ts'
import { trackRemovals } from '#lib/client/tracks/track-removals.ts'
import { DancerLinks } from './dancer-links.tsx'
import { DashboardBones } from './dashboard-bones.tsx'
import { KycBanner } from './kyc-banner.tsx'
import { OfficialVideoForm } from './official-video-form.tsx'
import { TrackCounters } from './track-counters.tsx'
import { TracksPanel } from './tracks-panel.tsx'
import { useMyTracks } from './use-my-tracks.ts'

const tabs = ['upload', 'tracks', 'video', 'statements'] as const
const none: readonly string[] = []

/** The musician's desk: where their identity stands, their tracks in numbers, and what they can do. */
export function DashboardScreen() {
  const t = useTranslations('Musician')
  const tab = useAddressParam('tab', tabs, 'upload')
  const { data: known, isError, isFetching, refetch } = useMyTracks()
  const leaving = useSyncExternalStore(
    trackRemovals.subscribe,
    () => trackRemovals.ids,
    () => none,
  )
  if (isError && !known)
    return (
      <div className="mt-8">
        <LoadFailed words={t('loadFailed')} onRetry={refetch} retrying={isFetching} />
      </div>
    )
  if (!known) return <DashboardBones />
  return (
    <div className="mt-8 grid grid-cols-1 gap-8">
      {known.kyc_status === 'approved' ? null : <KycBanner status={known.kyc_status} />}
      <TrackCounters tracks={known.results.filter(({ id }) => !leaving.includes(id))} />
      <section className="min-w-0">
        <AddressTabs
          param="tab"
          label={t('tabs.label')}
          tabs={tabs.map((id) => ({ id, words: t(`tabs.${id}`) }))}
          selected={tab}
        />
        <TabPanel param="tab" selected={tab}>
          {tab === 'upload' ? <UploadPanel known={known} /> : null}
          {tab === 'tracks' ? (
            <TracksPanel tracks={known.results} leaving={leaving} onStale={refetch} />
          ) : null}
          {tab === 'video' ? <OfficialVideoForm known={known} /> : null}
          {tab === 'statements' ? <StatementsPanel /> : null}
        </TabPanel>
      </section>
      <DancerLinks />
    </div>
  )
}
