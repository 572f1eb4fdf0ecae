import { useEffect, useLayoutEffect, useRef } from 'react'
import { openDialogs } from '#lib/client/browser/open-dialogs.ts'

/** Actions by `event.key` in lower case. */
export type DeskKeys = Readonly<Record<string, (() => void) | undefined>>

/** Keys that repeat their action while held. */
const repeatable = ['j', 'k', '+', '-']

/**
 * Handles keys anywhere except in text fields and below a dialog other than `within`, such as the session's
 * warning.
 * @param within the dialog that the keys belong to; null for the page
 */
export function useDeskKeys(keys: DeskKeys, within: 'dialog' | null = null): void {
  const latest = useRef(keys)
  // Before painting, so that the key of a button works once the button is visible.
  useLayoutEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
      const key = event.key.toLowerCase()
      const action = latest.current[key]
      if (!action || (event.repeat && !repeatable.includes(key))) return
      if (isTyping(event.target) || isBelowAnother(within)) return
      if (key === 'enter' && isPressable(event.target)) return
      event.preventDefault()
      action()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [within])
}

const textInputs = 'input:not([type="range"], [type="checkbox"], [type="radio"], [type="button"])'

export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches(`${textInputs}, textarea, select`))
  )
}

/** Tells if Enter already presses the element. */
function isPressable(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('a, button, summary') !== null
}

export function isBelowAnother(within: 'dialog' | null): boolean {
  return openDialogs().length > (within ? 1 : 0)
}
