'use client'

import { entriesOf } from '#components/desk/desk-entries.ts'
import { DeskFrame } from '#components/desk/desk-frame.tsx'
import { ReviewKeys } from '#components/review/keys-help.tsx'
import { UndoBar } from '#components/review/undo-bar.tsx'
import { useOpenItem } from '#components/review/use-open-item.ts'
import { useDeskView } from '#components/review/view-switch.tsx'
import { useAddressParam } from '#components/ui/use-address-param.ts'

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
      {Shown ? <Shown key={selected} /> : null}
    </DeskFrame>
  )
}
