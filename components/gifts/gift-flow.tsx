import { WithAllMessages } from '#components/ui/with-all-messages.tsx'
import { GiftDialog } from './gift-dialog.tsx'

export default function GiftFlow() {
  return (
    <WithAllMessages>
      <GiftDialog />
    </WithAllMessages>
  )
}
