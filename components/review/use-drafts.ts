import { useState } from 'react'
import type { ComparedKycField } from '#lib/contract/kyc/requirements.ts'

/** What an officer writes about one case. */
export type Draft = {
  reason: string
  /** Between officers. */
  note: string
  /** By form field or document type. */
  fieldReasons: Readonly<Record<string, string>>
  /** Form fields that were found to be as in the documents. */
  matched: readonly ComparedKycField[]
}

const blank: Draft = { reason: '', note: '', fieldReasons: {}, matched: [] }

/** Outlives the open case: what was rejected and is undone has its reason still. A page that is loaded anew has none. */
let kept: Readonly<Record<string, Draft>> = {}

/**
 * A draft for each case: what was written about one is there when it is come back to, and never at another.
 * @param id of what is decided about; with the moment of its submission where it may be handed in again
 */
export function useDrafts(id: string) {
  const [drafts, setDrafts] = useState(kept)
  const change = (part: Partial<Draft>) => {
    kept = { ...kept, [id]: { ...(kept[id] ?? blank), ...part } }
    setDrafts(kept)
  }
  return { draft: drafts[id] ?? blank, change }
}
