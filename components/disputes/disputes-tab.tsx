import { useAddressText } from '#components/ui/use-address-param.ts'
import { DisputeList } from './dispute-list.tsx'
import { DisputeView } from './dispute-view.tsx'
import { OpenDispute } from './open-dispute.tsx'

/**
 * What payers say is wrong, or one of them in full. `?tab=disputes&dispute=<id>` leads to one; `?tab=disputes&new=1&phone=…&receipt=…`
 * to the form that opens one.
 */
export default function DisputesTab() {
  const open = useAddressText('dispute')
  const isNew = useAddressText('new') !== null
  if (open) return <DisputeView key={open} id={open} />
  return (
    <>
      <DisputeList />
      {isNew ? <OpenDispute /> : null}
    </>
  )
}
