const KEY = 'track_upload'

/** Identifies a file on this device. */
type KnownFile = Pick<File, 'name' | 'size' | 'lastModified'>

/** Stores an upload: after a reload the same file continues it. The server drops it after a day. */
export function rememberUpload(file: KnownFile, sessionId: string): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...markOf(file), sessionId }))
  } catch {
    // Storage is unavailable.
  }
}

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
    // Storage is unavailable.
  }
}

function markOf({ name, size, lastModified }: KnownFile) {
  return { name, size, lastModified }
}
