import { useState } from 'react'

/** What an officer writes about one case. */
export type Draft = {
  reason: string
  /** Between officers. */
  note: string
  /** By form field or document type. */
  fieldReasons: Readonly<Record<string, string>>
}

const blank: Draft = { reason: '', note: '', fieldReasons: {} }

/** A draft for each case: what was written about one is there when it is come back to, and never at another. */
export function useDrafts(id: string) {
  const [drafts, setDrafts] = useState<Readonly<Record<string, Draft>>>({})
  const change = (part: Partial<Draft>) =>
    setDrafts((all) => ({ ...all, [id]: { ...(all[id] ?? blank), ...part } }))
  return { draft: drafts[id] ?? blank, change }
}
