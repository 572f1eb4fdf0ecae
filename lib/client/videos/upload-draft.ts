/** Typed text that was not submitted yet. */
export type UploadDraft = { url: string; title: string }

/** By assignment, so that other users of this phone never see the draft. */
const keyOf = (assignmentId: string) => `upload_draft:${assignmentId}`

/** Returns null also without storage. */
export function readDraft(assignmentId: string): UploadDraft | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(assignmentId)) ?? 'null')
    return isDraft(stored) ? { url: stored.url, title: stored.title } : null
  } catch {
    return null
  }
}

/** Stores a draft; removes an empty one. */
export function keepDraft(assignmentId: string, draft: UploadDraft | null): void {
  try {
    if (draft === null || (!draft.url && !draft.title)) localStorage.removeItem(keyOf(assignmentId))
    else localStorage.setItem(keyOf(assignmentId), JSON.stringify(draft))
  } catch {
    // Storage is unavailable.
  }
}

function isDraft(value: unknown): value is UploadDraft {
  return (
    typeof value === 'object' &&
    value !== null &&
    'url' in value &&
    typeof value.url === 'string' &&
    'title' in value &&
    typeof value.title === 'string'
  )
}
