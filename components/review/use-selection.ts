import { useState } from 'react'
import { useDeskKeys } from './use-desk-keys.ts'
import type { DecisionAction } from './verbs.ts'

export function useSelection<Row extends { id: string }>(rows: readonly Row[]) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [asked, setAsked] = useState<{ action: DecisionAction; rows: readonly Row[] } | null>(null)
  const selected = rows.filter(({ id }) => chosen.has(id))
  const toggle = (id: string) => {
    const next = new Set(selected.map((row) => row.id))
    if (!next.delete(id)) next.add(id)
    setChosen(next)
  }
  useDeskKeys({
    x: () => {
      const id = document.activeElement?.closest('[data-row]')?.getAttribute('data-row')
      if (id) toggle(id)
    },
  })
  const isWhole = rows.length > 0 && selected.length === rows.length
  return {
    selected,
    isEmpty: rows.length === 0,
    isWhole,
    isSelected: (id: string) => chosen.has(id),
    toggle,
    toggleAll: () => setChosen(new Set(isWhole ? [] : rows.map(({ id }) => id))),
    unselect: (ids: readonly string[]) =>
      setChosen((all) => new Set([...all].filter((id) => !ids.includes(id)))),
    /** The decision and rows in question, until confirmed or closed. */
    asked,
    ask: (action: DecisionAction) => setAsked({ action, rows: selected }),
    endAsking: () => setAsked(null),
  }
}

export type Selection<Row extends { id: string }> = ReturnType<typeof useSelection<Row>>
