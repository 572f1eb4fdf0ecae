import { WithAllMessages } from '#components/ui/with-all-messages.tsx'
import { GiftDialog } from './gift-dialog.tsx'

/** The gift flow, loaded at the first press of Gift. */
export default function GiftFlow() {
  return (
    <WithAllMessages>
      <GiftDialog />
    </WithAllMessages>
  )
}
