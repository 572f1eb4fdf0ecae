import { useState } from 'react'
import type { ComparedKycField } from '#lib/contract/kyc/requirements.ts'

export type Draft = {
  reason: string
  /** For officers. */
  note: string
  /** By form field or document type. */
  fieldReasons: Readonly<Record<string, string>>
  /** Found equal in the documents. */
  matched: readonly ComparedKycField[]
}

const blank: Draft = { reason: '', note: '', fieldReasons: {}, matched: [] }

/** Outlives the case: an undone rejection retains its reason until a reload. */
let kept: Readonly<Record<string, Draft>> = {}

/**
 * One draft per case.
 * @param id the subject; with its submission time if it can be submitted again
 */
export function useDrafts(id: string) {
  const [drafts, setDrafts] = useState(kept)
  const change = (part: Partial<Draft>) => {
    kept = { ...kept, [id]: { ...(kept[id] ?? blank), ...part } }
    setDrafts(kept)
  }
  return { draft: drafts[id] ?? blank, change }
}
