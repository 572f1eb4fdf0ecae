import { useEffect, useRef } from 'react'
import { isBelowAnother, isTyping } from '#components/review/use-desk-keys.ts'

/** Time to press the letter after G. */
const GO_MS = 1_500

type FrameKeys = {
  paths: Readonly<Record<string, string>>
  go: (href: string) => void
  onHelp: () => void
}

/** Keys that work on every tab: G and a letter, J and K, / and ?. Queues handle J and K first. */
export function useFrameKeys(keys: FrameKeys): void {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    let goUntil = 0
    const isFree = (event: KeyboardEvent) =>
      !(event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) &&
      !isTyping(event.target) &&
      !isBelowAnother(null)
    // Captures the event before the tab's own keys: after G a letter has no other meaning.
    const onGo = (event: KeyboardEvent) => {
      if (!isFree(event)) return
      const key = event.key.toLowerCase()
      const isSecond = event.timeStamp < goUntil
      goUntil = key === 'g' && !isSecond ? event.timeStamp + GO_MS : 0
      if (!isSecond && key !== 'g') return
      event.preventDefault()
      const path = isSecond ? latest.current.paths[key] : undefined
      if (path) latest.current.go(path)
    }
    const actions: Readonly<Record<string, () => void>> = {
      j: () => focusRow(1),
      k: () => focusRow(-1),
      '/': () =>
        [...document.querySelectorAll<HTMLElement>('[role="tabpanel"] input[type="search"]')]
          .find((field) => field.checkVisibility())
          ?.focus(),
      '?': () => latest.current.onHelp(),
    }
    const onKey = (event: KeyboardEvent) => {
      const act = actions[event.key.toLowerCase()]
      if (!act || !isFree(event)) return
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', onGo, { capture: true })
    // On the window, so that the tab's own keys, which listen on the document, come first.
    window.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('keydown', onGo, { capture: true })
      window.removeEventListener('keydown', onKey)
    }
  }, [])
}

/**
 * Focuses the link or button that opens the next or previous row; Enter then presses it. A row without one
 * takes the focus itself, so that Enter presses none of its buttons, such as Deactivate.
 */
function focusRow(step: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>('[role="tabpanel"] [data-row]')].filter((row) =>
    row.checkVisibility(),
  )
  const at = rows.findIndex((row) => row.contains(document.activeElement))
  const row = rows[at === -1 ? 0 : Math.max(0, Math.min(rows.length - 1, at + step))]
  if (!row) return
  const opener = [...row.querySelectorAll<HTMLElement>('[data-open], a[href], summary')].find((one) =>
    one.checkVisibility(),
  )
  if (!opener) row.tabIndex = -1
  const target = opener ?? row
  target.focus()
  row.scrollIntoView({ block: 'nearest' })
}
