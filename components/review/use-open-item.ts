import { useRef } from 'react'
import { addressWith, useAddressText } from '#components/ui/use-address-param.ts'
import { visit } from '#lib/client/browser/navigation-events.ts'
import { replaceAddress } from '#lib/client/browser/replace-address.ts'

const PARAM = 'item'

export function openItemNow(): string | null {
  return new URLSearchParams(window.location.search).get(PARAM)
}

/** The open row, in the address: the back button closes it, and a link shares it. */
export function useOpenItem() {
  const opened = useRef(false)
  const id = useAddressText(PARAM)
  const open = (next: string) => {
    // All cases share one history entry, so that the back button leads to the list.
    if (id !== null) return replaceAddress(addressWith({ [PARAM]: next }))
    opened.current = true
    visit(addressWith({ [PARAM]: next }))
  }
  const close = () => {
    if (opened.current) window.history.back()
    else replaceAddress(addressWith({ [PARAM]: null }))
    opened.current = false
  }
  return { id, open, close }
}
