import { type RefObject, useEffect } from 'react'
import { isBelowAnother } from './use-desk-keys.ts'

/**
 * Ctrl and Enter send a form of the open dialog, wherever in it the focus is: what was chosen, and nothing else. Not while another
 * dialog lies above.
 */
export function useSendKey(form: RefObject<HTMLFormElement | null>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.repeat) return
      if (event.defaultPrevented || isBelowAnother('dialog')) return
      // A button that has the focus is not pressed.
      event.preventDefault()
      form.current?.requestSubmit()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [form])
}
