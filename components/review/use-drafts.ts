import { useState } from 'react'
import type { ComparedKycField } from '#lib/contract/kyc/requirements.ts'

export type Draft = {
  reason: string
  /** Note to other officers. */
  note: string
  /** Reasons by form field or document type. */
  fieldReasons: Readonly<Record<string, string>>
  /** Fields that the officer found equal in the documents. */
  matched: readonly ComparedKycField[]
}

const blank: Draft = { reason: '', note: '', fieldReasons: {}, matched: [] }

/** Stays after the case closes, so that an undone rejection still has its reason. A reload drops it. */
let kept: Readonly<Record<string, Draft>> = {}

/**
 * The officer's draft for a case.
 * @param id the subject's id; with its submission time if it can be submitted again
 */
export function useDrafts(id: string) {
  const [drafts, setDrafts] = useState(kept)
  const change = (part: Partial<Draft>) => {
    kept = { ...kept, [id]: { ...(kept[id] ?? blank), ...part } }
    setDrafts(kept)
  }
  return { draft: drafts[id] ?? blank, change }
}
