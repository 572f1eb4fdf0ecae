'use client'

import { useTranslations } from 'next-intl'
import { Suspense } from 'react'
import { AddressTabs, TabPanel } from '#components/ui/address-tabs.tsx'
import { LateMessages } from '#components/ui/late-messages.tsx'
import { useAddressParam } from '#components/ui/use-address-param.ts'
import { adminTabs } from './tabs.ts'

const ids = adminTabs.map(({ id }) => id)

/** The super admin's desk: one tab at a time, the one that the address names. */
export function AdminScreen() {
  const t = useTranslations('Admin')
  const selected = useAddressParam('tab', ids, 'overview')
  const Screen = adminTabs.find(({ id }) => id === selected)?.Screen
  return (
    <section className="mt-4 min-w-0">
      <AddressTabs
        param="tab"
        label={t('tabs.label')}
        tabs={ids.map((id) => ({ id, words: t(`tabs.${id}`) }))}
        selected={selected}
      />
      <TabPanel param="tab" selected={selected}>
        <Suspense fallback={<TabLoading words={t('loading')} />}>
          <LateMessages>{Screen ? <Screen /> : null}</LateMessages>
        </Suspense>
      </TabPanel>
    </section>
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
