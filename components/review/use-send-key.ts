import { type RefObject, useEffect } from 'react'
import { isBelowAnother } from './use-desk-keys.ts'

/** Ctrl+Enter sends the dialog's form, unless another dialog is above. */
export function useSendKey(form: RefObject<HTMLFormElement | null>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.repeat) return
      if (event.defaultPrevented || isBelowAnother('dialog')) return
      // Keeps a focused button from being pressed.
      event.preventDefault()
      form.current?.requestSubmit()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [form])
}
