import { ApiError } from './api.ts'
import { UploadError, uploadFile } from './upload-file.ts'

/** The parts of an upload, with signed links for missing ones. */
export type Parts = {
  content_type: string
  parts: readonly { number: number; size: number; url: string; is_stored: boolean }[]
}

export type PartsUpload = {
  file: Blob
  ask: () => Promise<Parts>
  /** `share` sent, 0 to 1; `isWaiting` while offline. */
  onProgress: (share: number, isWaiting: boolean) => void
  signal: AbortSignal
}

/** Retry delays in ms while offline; the last repeats. */
const WAITS_MS = [2_000, 5_000, 10_000, 20_000, 30_000]
/** How long the connection can be lost until the upload fails. The server retains stored parts. */
const GIVEN_UP_AFTER_MS = 10 * 60 * 1_000

/**
 * Uploads a file; after a lost connection, only its missing parts.
 * @throws ApiError, UploadError if the connection stays lost, or the signal's reason
 */
export async function uploadParts(upload: PartsUpload): Promise<void> {
  let lostAt: number | null = null
  for (let attempt = 0; ; attempt++) {
    try {
      await putMissing(upload, () => {
        lostAt = null
        attempt = 0
      })
      return
    } catch (error) {
      lostAt ??= Date.now()
      if (!mayRetry(error) || Date.now() - lostAt > GIVEN_UP_AFTER_MS) throw error
      upload.onProgress(Number.NaN, true)
      await waitForConnection(WAITS_MS[Math.min(attempt, WAITS_MS.length - 1)] ?? 0, upload.signal)
    }
  }
}

async function putMissing({ file, ask, onProgress, signal }: PartsUpload, onArrived: () => void) {
  const { parts, content_type: contentType } = await ask()
  let sent = parts.reduce((sum, part) => sum + (part.is_stored ? part.size : 0), 0)
  let from = 0
  for (const { size, url, is_stored: isStored } of parts) {
    const body = file.slice(from, from + size)
    from += size
    if (isStored) continue
    const before = sent
    const report = (share: number) => onProgress((before + share * size) / file.size, false)
    await uploadFile({ url, file: body, contentType, onProgress: report, signal })
    sent += size
    onArrived()
  }
}

/** Status 403 means that the signed link expired. */
function mayRetry(error: unknown): boolean {
  if (error instanceof UploadError) return error.status === 0 || error.status >= 500 || error.status === 403
  return error instanceof ApiError && (error.status === 0 || error.status >= 500)
}

/** Resolves on reconnection, or after `ms`: not every browser reports a reconnection. */
function waitForConnection(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const ended = new AbortController()
    const end = (then: () => void) => () => {
      clearTimeout(timer)
      ended.abort()
      then()
    }
    const timer = setTimeout(end(resolve), ms)
    window.addEventListener('online', end(resolve), { signal: ended.signal })
    signal.addEventListener(
      'abort',
      end(() => reject(signal.reason)),
      { signal: ended.signal },
    )
  })
}
