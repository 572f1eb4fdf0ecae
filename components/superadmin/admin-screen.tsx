'use client'

import { entriesOf } from '#components/desk/desk-entries.ts'
import { DeskFrame } from '#components/desk/desk-frame.tsx'
import { useAddressParam } from '#components/ui/use-address-param.ts'
import { WithAllMessages } from '#components/ui/with-all-messages.tsx'

const entries = entriesOf('superadmin')
const ids = entries.map(({ id }) => id)

export function AdminScreen({ title }: { title: string }) {
  const selected = useAddressParam('tab', ids, 'overview')
  const Screen = entries.find(({ id }) => id === selected)?.Screen
  return (
    <DeskFrame page="superadmin" title={title} selected={selected}>
      <WithAllMessages>{Screen ? <Screen /> : null}</WithAllMessages>
    </DeskFrame>
  )
}
