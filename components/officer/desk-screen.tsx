'use client'

import { useTranslations } from 'next-intl'
import { entriesOf } from '#components/desk/desk-entries.ts'
import { DeskFrame } from '#components/desk/desk-frame.tsx'
import { useDeskStats } from '#components/desk/use-rail-counts.ts'
import { ReviewKeys } from '#components/review/keys-help.tsx'
import { SummaryCards } from '#components/review/summary-cards.tsx'
import { UndoBar } from '#components/review/undo-bar.tsx'
import { useOpenItem } from '#components/review/use-open-item.ts'
import { useDeskView } from '#components/review/view-switch.tsx'
import { useAddressParam } from '#components/ui/use-address-param.ts'
import { useFormats } from '#components/ui/use-formats.ts'

const entries = entriesOf('officer')
const [first] = entries
const ids = entries.map(({ id }) => id)

export function DeskScreen({ title }: { title: string }) {
  const selected = useAddressParam('tab', ids, 'kyc')
  const view = useDeskView()
  const { id: openId } = useOpenItem()
  const entry = entries.find(({ id }) => id === selected) ?? first
  const Decided = entry && 'Decided' in entry ? entry.Decided : undefined
  const Shown = (view === 'decided' && Decided) || entry?.Screen
  const isQueue = Shown === entry?.Screen
  return (
    <DeskFrame
      page="officer"
      title={title}
      selected={selected}
      keys={<ReviewKeys />}
      aside={
        openId === null ? (
          <UndoBar
            within={null}
            className="fixed inset-x-3 bottom-[max(0.75rem,env(safe-area-inset-bottom))] z-40 shadow-lg sm:inset-x-auto sm:end-6 sm:min-w-96"
          />
        ) : null
      }
    >
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
        <SummaryCards selected={isQueue ? selected : null} />
        <DecisionTimes />
      </div>
      {Shown ? <Shown key={selected} /> : null}
    </DeskFrame>
  )
}

/** Phones reserve two lines, so that nothing moves. */
function DecisionTimes() {
  const t = useTranslations('Officer')
  const formats = useFormats()
  const { data } = useDeskStats()
  const hours = data?.median_hours_to_decide ?? null
  return (
    <ul className="figures min-h-10 w-full gap-x-5 text-sm text-soft sm:flex sm:min-h-0 sm:w-auto sm:flex-1 sm:flex-wrap sm:justify-end">
      {data?.oldest_pending_at ? (
        <li>{t('decisionTimes.oldest', { time: formats.moment(data.oldest_pending_at) })}</li>
      ) : null}
      {hours === null ? null : <li>{t('decisionTimes.median', { time: formats.hours(hours) })}</li>}
    </ul>
  )
}
