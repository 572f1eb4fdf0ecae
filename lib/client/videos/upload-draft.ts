/** The text that was typed for a track and not submitted yet. */
export type UploadDraft = { url: string; title: string }

/** Drafts are stored by assignment, so that nobody else who signs in on this phone sees them. */
const keyOf = (assignmentId: string) => `upload_draft:${assignmentId}`

/** Reads a draft. @returns null where nothing was typed, or the device stores nothing */
export function readDraft(assignmentId: string): UploadDraft | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(assignmentId)) ?? 'null')
    return isDraft(stored) ? { url: stored.url, title: stored.title } : null
  } catch {
    return null
  }
}

/** Stores a draft, so that it is there after a reload. An empty one is removed. */
export function keepDraft(assignmentId: string, draft: UploadDraft | null): void {
  try {
    if (draft === null || (!draft.url && !draft.title)) localStorage.removeItem(keyOf(assignmentId))
    else localStorage.setItem(keyOf(assignmentId), JSON.stringify(draft))
  } catch {
    // The storage is full or forbidden, so the draft lasts as long as the page.
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
