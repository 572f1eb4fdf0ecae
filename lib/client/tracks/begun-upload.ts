const KEY = 'track_upload'

/** What tells a file from others on this device. */
type KnownFile = Pick<File, 'name' | 'size' | 'lastModified'>

/**
 * Remembers which upload a file was begun with, so that whoever lost the page chooses the file again and goes on where it stopped.
 * The server forgets it after a day.
 */
export function rememberUpload(file: KnownFile, sessionId: string): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...markOf(file), sessionId }))
  } catch {
    // Without storage an upload is gone on with only while the page is open.
  }
}

/** Returns the upload that exactly this file was begun with, or null. */
export function rememberedUpload(file: KnownFile): string | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null')
    if (typeof stored !== 'object' || stored === null || !('sessionId' in stored)) return null
    const mark = Object.entries(markOf(file))
    const isSame = mark.every(([name, value]) => Reflect.get(stored, name) === value)
    return isSame && typeof stored.sessionId === 'string' ? stored.sessionId : null
  } catch {
    return null
  }
}

export function forgetUpload(): void {
  try {
    localStorage.removeItem(KEY)
  } catch {
    // What could not be stored need not be removed.
  }
}

function markOf({ name, size, lastModified }: KnownFile) {
  return { name, size, lastModified }
}
