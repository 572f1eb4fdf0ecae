/** `status` is 0 without an answer. */
export class UploadError extends Error {
  readonly status: number
  /** Status text or number. */
  readonly why: string

  constructor(status: number, statusText: string) {
    // HTTP/2 has no status text.
    const why = statusText || (status === 0 ? 'no connection' : String(status))
    super(`Upload failed: ${why}`)
    this.why = why
    this.name = 'UploadError'
    this.status = status
  }
}

export type FileUpload = {
  /** Signed link, which allows one PUT of exactly this type and size. */
  url: string
  file: Blob
  contentType: string
  /** Share sent, 0 to 1. */
  onProgress?: (share: number) => void
  signal?: AbortSignal
}

/** Delays before the second and third attempt, in ms. */
const WAITS_MS = [1_000, 3_000]

/** Retries twice from the start. @throws UploadError, or the signal's reason */
export async function uploadFile(upload: FileUpload): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await put(upload)
    } catch (error) {
      const wait = WAITS_MS[attempt]
      const mayPass = error instanceof UploadError && (error.status === 0 || error.status >= 500)
      if (!mayPass || wait === undefined) throw error
      await pause(wait, upload.signal)
    }
  }
}

/** Uses XMLHttpRequest: fetch does not report upload progress. */
function put({ url, file, contentType, onProgress, signal }: FileUpload): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const request = new XMLHttpRequest()
    const giveUp = () => request.abort()
    request.open('PUT', url)
    request.setRequestHeader('Content-Type', contentType)
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0)
    request.onload = () => {
      if (request.status >= 200 && request.status < 300) resolve()
      else reject(new UploadError(request.status, request.statusText))
    }
    request.onerror = () => reject(new UploadError(0, ''))
    request.onabort = () => reject(signal?.reason)
    request.onloadend = () => signal?.removeEventListener('abort', giveUp)
    signal?.addEventListener('abort', giveUp)
    onProgress?.(0)
    request.send(file)
  })
}

function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const giveUp = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', giveUp)
      resolve()
    }, ms)
    signal?.addEventListener('abort', giveUp, { once: true })
  })
}
