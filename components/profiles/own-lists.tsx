'use client'

import { useTranslations } from 'next-intl'
import { AddressTabs, TabPanel } from '#components/ui/address-tabs.tsx'
import { useAddressParam } from '#components/ui/use-address-param.ts'
import type { KycRole } from '#lib/client/kyc/kyc-form.ts'
import { DancerVideos } from './dancer-videos.tsx'
import { MyVideos } from './my-videos.tsx'
import { TrackAssignments } from './track-assignments.tsx'

const musicianTabs = ['assignments', 'dances'] as const

/** The tabs of spec 1, section 2, Profile: a musician's two, a dancer's one; which one is in the address. */
export function OwnLists({ role }: { role: KycRole }) {
  return role === 'dancer' ? <DancerLists /> : <MusicianLists />
}

function MusicianLists() {
  const t = useTranslations('Profile.tabs')
  const tab = useAddressParam('tab', musicianTabs, 'assignments')
  return (
    <section>
      <AddressTabs
        param="tab"
        label={t('label')}
        tabs={musicianTabs.map((id) => ({ id, words: t(id) }))}
        selected={tab}
      />
      <TabPanel param="tab" selected={tab}>
        {tab === 'assignments' ? <TrackAssignments /> : <DancerVideos />}
      </TabPanel>
    </section>
  )
}

function DancerLists() {
  const t = useTranslations('Profile.tabs')
  return (
    <section>
      <AddressTabs
        param="tab"
        label={t('label')}
        tabs={[{ id: 'videos', words: t('videos') }]}
        selected="videos"
      />
      <TabPanel param="tab" selected="videos">
        <MyVideos />
      </TabPanel>
    </section>
  )
}
