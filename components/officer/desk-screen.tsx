'use client'

import { useTranslations } from 'next-intl'
import { Suspense } from 'react'
import { KeysHelp } from '#components/review/keys-help.tsx'
import { Pace } from '#components/review/pace.tsx'
import { SummaryCards } from '#components/review/summary-cards.tsx'
import { useDeskView } from '#components/review/view-switch.tsx'
import { AddressTabs, TabPanel } from '#components/ui/address-tabs.tsx'
import { useAddressParam } from '#components/ui/use-address-param.ts'
import { deskTabs } from './desk-tabs.ts'

const ids = deskTabs.map(({ id }) => id)
const [first] = deskTabs

/** The officers' desk: what waits, and one queue at a time, the one that the address names. */
export function DeskScreen() {
  const t = useTranslations('Officer')
  const selected = useAddressParam('tab', ids, first.id)
  const view = useDeskView()
  const tab = deskTabs.find(({ id }) => id === selected) ?? first
  const Shown = (view === 'decided' && tab.Decided) || tab.Screen
  return (
    <>
      <SummaryCards selected={Shown === tab.Screen ? selected : null} />
      <div className="mt-5 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <AddressTabs
          param="tab"
          label={t('tabs.label')}
          tabs={ids.map((id) => ({ id, words: t(`tabs.${id}`) }))}
          selected={selected}
        />
        <Pace />
      </div>
      <TabPanel param="tab" selected={selected}>
        <Suspense fallback={<TabLoading words={t('loading')} />}>
          <Shown key={selected} />
        </Suspense>
      </TabPanel>
      <KeysHelp within={null} />
    </>
  )
}

function TabLoading({ words }: { words: string }) {
  return (
    <div role="status">
      <span className="sr-only">{words}</span>
      <div aria-hidden="true" className="bone h-96" />
    </div>
  )
}
