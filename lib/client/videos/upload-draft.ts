/** What was typed for a track and not sent yet. */
export type UploadDraft = { url: string; title: string }

/** Kept by assignment, so that nobody else who signs in on this phone meets it. */
const keyOf = (assignmentId: string) => `upload_draft:${assignmentId}`

/** Null where nothing was typed, or the device keeps nothing. */
export function readDraft(assignmentId: string): UploadDraft | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(assignmentId)) ?? 'null')
    return isDraft(kept) ? { url: kept.url, title: kept.title } : null
  } catch {
    return null
  }
}

/** Keeps it over a reload; one without words is forgotten. */
export function keepDraft(assignmentId: string, draft: UploadDraft | null): void {
  try {
    if (draft === null || (!draft.url && !draft.title)) localStorage.removeItem(keyOf(assignmentId))
    else localStorage.setItem(keyOf(assignmentId), JSON.stringify(draft))
  } catch {
    // Storage is full or forbidden: it lasts as long as the page.
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
