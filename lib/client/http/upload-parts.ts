import { ApiError } from './api.ts'
import { UploadError, uploadFile } from './upload-file.ts'

/** The parts of a file as the server lists them, with signed links to those that it does not have. */
export type Parts = {
  content_type: string
  parts: readonly { number: number; size: number; url: string; is_stored: boolean }[]
}

export type PartsUpload = {
  file: Blob
  /** Asks for links, and which parts have arrived. */
  ask: () => Promise<Parts>
  /** Is called with the share that is sent, 0 to 1, and whether the line is waited for. */
  onProgress: (share: number, isWaiting: boolean) => void
  signal: AbortSignal
}

/** Without a line it is tried again after so many milliseconds, the last of them over and over. */
const WAITS_MS = [2_000, 5_000, 10_000, 20_000, 30_000]
/** A line that was away for so long ends the upload; what has arrived is kept by the server. */
const GIVEN_UP_AFTER_MS = 10 * 60 * 1_000

/**
 * Puts a file in parts. Where the line is lost it waits for it and goes on with the part that was lost; what has arrived is not sent
 * again.
 * @throws ApiError, UploadError where the line does not come back, or the signal's reason when it was cancelled
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
      if (!isOfTheLine(error) || Date.now() - lostAt > GIVEN_UP_AFTER_MS) throw error
      upload.onProgress(Number.NaN, true)
      await waitForLine(WAITS_MS[Math.min(attempt, WAITS_MS.length - 1)] ?? 0, upload.signal)
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

/** Whether the same may pass later: no answer, or one of a server in trouble. A link that has expired is asked for anew. */
function isOfTheLine(error: unknown): boolean {
  if (error instanceof UploadError) return error.status === 0 || error.status >= 500 || error.status === 403
  return error instanceof ApiError && (error.status === 0 || error.status >= 500)
}

/** Resolves when the browser says that the line is back, and after `ms` in any case, because not every browser says so. */
function waitForLine(ms: number, signal: AbortSignal): Promise<void> {
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
