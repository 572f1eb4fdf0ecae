'use client'

import { useTranslations } from 'next-intl'
import { Suspense } from 'react'
import { KeysHelp } from '#components/review/keys-help.tsx'
import { SummaryCards } from '#components/review/summary-cards.tsx'
import type { DeskTabId } from '#components/review/tab-of.ts'
import { UndoBar } from '#components/review/undo-bar.tsx'
import { useOpenItem } from '#components/review/use-open-item.ts'
import { useDeskView } from '#components/review/view-switch.tsx'
import { AddressTabs, TabPanel } from '#components/ui/address-tabs.tsx'
import { Loading } from '#components/ui/loading.tsx'
import { useAddressParam } from '#components/ui/use-address-param.ts'
import { useFormats } from '#components/ui/use-formats.ts'
import { deskTabs } from './desk-tabs.ts'
import { useDeskStats, useWaitingCounts } from './use-waiting-counts.ts'

const ids = deskTabs.map(({ id }) => id)
const [first] = deskTabs

/** The officers' desk: what waits, and one queue at a time, the one that the address names. */
export function DeskScreen() {
  const t = useTranslations('Officer')
  const selected = useAddressParam('tab', ids, first.id)
  const view = useDeskView()
  const counts = useWaitingCounts()
  const { id: openId } = useOpenItem()
  const tab = deskTabs.find(({ id }) => id === selected) ?? first
  const Shown = (view === 'decided' && tab.Decided) || tab.Screen
  return (
    <>
      <SummaryCards selected={Shown === tab.Screen ? selected : null} />
      <div className="mt-5 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <AddressTabs
          param="tab"
          label={t('tabs.label')}
          tabs={ids.map((id) => ({ id, words: <TabWords id={id} count={counts[id]} /> }))}
          selected={selected}
        />
        <Pace />
        <KeysHelp within={null} />
      </div>
      <TabPanel param="tab" selected={selected}>
        <Suspense fallback={<Loading words={t('loading')} bone="h-96" />}>
          <Shown key={selected} />
        </Suspense>
      </TabPanel>
      {openId === null ? (
        <UndoBar
          within={null}
          className="fixed inset-x-3 bottom-[max(0.75rem,env(safe-area-inset-bottom))] z-40 shadow-lg sm:inset-x-auto sm:end-6 sm:min-w-96"
        />
      ) : null}
    </>
  )
}

/** How the desk keeps up. On a phone its two lines have their room before the numbers arrive, so that nothing moves. */
function Pace() {
  const t = useTranslations('Officer')
  const formats = useFormats()
  const { data } = useDeskStats()
  const hours = data?.median_hours_to_decide ?? null
  return (
    <ul className="figures min-h-10 w-full gap-x-5 text-sm text-soft sm:flex sm:min-h-0 sm:w-auto sm:flex-1 sm:flex-wrap sm:justify-end">
      {data?.oldest_pending_at ? (
        <li>{t('pace.oldest', { time: formats.moment(data.oldest_pending_at) })}</li>
      ) : null}
      {hours === null ? null : <li>{t('pace.median', { hours })}</li>}
    </ul>
  )
}

/** A tab's word, and how much waits behind it. */
function TabWords({ id, count }: { id: DeskTabId; count: number | null }) {
  const t = useTranslations('Officer')
  const formats = useFormats()
  return (
    <>
      <span>{t(`tabs.${id}`)}</span>
      {count ? (
        <span className="figures relative -me-1 grid h-6 min-w-6 place-items-center rounded-full bg-marigold px-1.5 text-sm text-on-marigold">
          <span aria-hidden="true">{count > 99 ? '99+' : formats.count(count)}</span>
          <span className="sr-only">{t('tabs.waiting', { count })}</span>
        </span>
      ) : null}
    </>
  )
}
