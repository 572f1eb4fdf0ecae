import { ApiError } from '#lib/client/http/api.ts'

/** The server answers within 8 seconds. After this time, in milliseconds, a line is stuck. */
export const ANSWER_LIMIT_MS = 20_000

/**
 * Makes a call that ends: a line that is stuck would hold it for minutes, and what waits for the line would not be tried again.
 * @throws ApiError with status 0 where no whole answer came in time
 */
export async function answeredInTime<Answer>(
  call: (signal: AbortSignal) => Promise<Answer>,
): Promise<Answer> {
  const ended = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new ApiError(0, null))
      ended.abort()
    }, ANSWER_LIMIT_MS)
  })
  try {
    return await Promise.race([call(ended.signal), late])
  } catch (error) {
    // Anything else comes of an answer that broke off in the middle.
    throw error instanceof ApiError ? error : new ApiError(0, null)
  } finally {
    clearTimeout(timer)
  }
}
