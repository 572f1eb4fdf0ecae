'use client'

import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { Suspense } from 'react'
import { deskAnswers } from '#components/review/desk-answers.ts'
import { KeysHelp } from '#components/review/keys-help.tsx'
import { SummaryCards } from '#components/review/summary-cards.tsx'
import { useDeskView } from '#components/review/view-switch.tsx'
import { AddressTabs, TabPanel } from '#components/ui/address-tabs.tsx'
import { Loading } from '#components/ui/loading.tsx'
import { useAddressParam } from '#components/ui/use-address-param.ts'
import { useFormats } from '#components/ui/use-formats.ts'
import { api } from '#lib/client/http/api.ts'
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
        <Suspense fallback={<Loading words={t('loading')} bone="h-96" />}>
          <Shown key={selected} />
        </Suspense>
      </TabPanel>
      <KeysHelp within={null} />
    </>
  )
}

/** How the desk keeps up, and the way to its keys. Nothing where that is not known. */
function Pace() {
  const t = useTranslations('Officer')
  const formats = useFormats()
  const { data } = useQuery({
    queryKey: deskAnswers.stats,
    queryFn: ({ signal }) => api('GET /users/compliance/stats/', { signal }),
    refetchInterval: 60_000,
  })
  const hours = data?.median_hours_to_decide ?? null
  return (
    <ul className="figures flex w-full flex-wrap gap-x-5 text-sm text-soft sm:w-auto sm:flex-1 sm:justify-end">
      {data?.oldest_pending_at ? (
        <li>{t('pace.oldest', { time: formats.moment(data.oldest_pending_at) })}</li>
      ) : null}
      {hours === null ? null : <li>{t('pace.median', { hours })}</li>}
      <li className="hidden sm:block">{t('keysHint')}</li>
    </ul>
  )
}
