'use client'

import { LateMessages } from '#components/ui/late-messages.tsx'
import { GiftDialog } from './gift-dialog.tsx'

/** The gift flow, loaded at the first press of Gift. */
export default function GiftFlow() {
  return (
    <LateMessages>
      <GiftDialog />
    </LateMessages>
  )
}
