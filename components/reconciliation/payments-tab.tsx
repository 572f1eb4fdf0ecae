import { useSyncExternalStore } from 'react'
import { subscribeAddress } from '#lib/client/browser/navigation-events.ts'
import { CaseList } from './case-list.tsx'
import { CaseView } from './case-view.tsx'

/** What the machine could not settle: a list, and one of it in full; the address says which. */
export default function PaymentsTab() {
  const open = useSyncExternalStore(
    subscribeAddress,
    () => new URLSearchParams(window.location.search).get('case'),
    () => null,
  )
  return open ? <CaseView key={open} id={open} /> : <CaseList />
}
