import { useEffect, useRef } from 'react'
import { neighbourOf, type QueueItem } from '#lib/client/review/review-queue.ts'

/**
 * Moves the focus among rows by J and K. Closing a case focuses its row; if the row is gone, the row in its
 * place. Rows carry `data-row`, the buttons that open them `data-open`, the list `data-list`.
 */
export function useRowFocus(rows: readonly QueueItem[], openId: string | null) {
  const last = useRef<{ id: string; at: number } | null>(null)
  const wasOpen = useRef<string | null>(null)

  useEffect(() => {
    const remember = ({ target }: FocusEvent) => {
      const id = target instanceof Element ? target.closest('[data-row]')?.getAttribute('data-row') : null
      const at = rows.findIndex((row) => row.id === id)
      if (id && at !== -1) last.current = { id, at }
    }
    document.addEventListener('focusin', remember)
    return () => document.removeEventListener('focusin', remember)
  }, [rows])

  useEffect(() => {
    const closed = openId === null ? wasOpen.current : null
    wasOpen.current = openId
    if (openId !== null) {
      const at = rows.findIndex(({ id }) => id === openId)
      if (at !== -1) last.current = { id: openId, at }
      return
    }
    const isLost = last.current !== null && document.activeElement === document.body
    if (closed === null && !isLost) return
    const known = rows.find(({ id }) => id === last.current?.id)
    focusRow((known ?? rows[Math.min(last.current?.at ?? 0, rows.length - 1)])?.id ?? null)
  }, [openId, rows])

  const focused = () => document.activeElement?.closest('[data-row]')?.getAttribute('data-row') ?? null
  return {
    focused,
    move: (step: 1 | -1) => {
      const from = focused()
      // If no row has the focus, returns to the row that had it last.
      focusRow(
        from
          ? neighbourOf(rows, from, step)
          : ((rows.find(({ id }) => id === last.current?.id) ?? rows[0])?.id ?? null),
      )
    },
  }
}

function focusRow(id: string | null): void {
  const button = id ? document.querySelector<HTMLElement>(`[data-row="${id}"] [data-open]`) : null
  const target = button ?? document.querySelector<HTMLElement>('[data-list]')
  target?.focus()
  button?.scrollIntoView({ block: 'nearest' })
}
