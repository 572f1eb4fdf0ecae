import { useAddressText } from '#components/ui/use-address-param.ts'
import { DisputeList } from './dispute-list.tsx'
import { DisputeView } from './dispute-view.tsx'
import { OpenDispute } from './open-dispute.tsx'

/**
 * `?tab=disputes&dispute=<id>` opens a dispute; `?tab=disputes&new=1&phone=…&receipt=…&payer=…` the form for a
 * new one.
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
