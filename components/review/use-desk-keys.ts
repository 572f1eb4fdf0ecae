import { useEffect, useLayoutEffect, useRef } from 'react'
import { openDialogs } from '#lib/client/browser/open-dialogs.ts'

/** What each key does, by `event.key` in lower case. */
export type DeskKeys = Readonly<Record<string, (() => void) | undefined>>

/** Whoever holds these down means it. */
const repeatable = ['j', 'k', '+', '-']

/**
 * Keys of the desk, wherever the focus is, except where somebody types, and while a dialog that is not `within` lies
 * above (the session's warning has keys of its own).
 * @param within the dialog that these keys are of, null for those of the page
 */
export function useDeskKeys(keys: DeskKeys, within: 'dialog' | null = null): void {
  const latest = useRef(keys)
  // Before it is painted: whoever sees that a button may be pressed may press its key.
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

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches(`${textInputs}, textarea, select`))
  )
}

/** Enter presses it already. */
function isPressable(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('a, button, summary') !== null
}

/** Whether a dialog lies above that these keys are not of. */
export function isBelowAnother(within: 'dialog' | null): boolean {
  return openDialogs().length > (within ? 1 : 0)
}
