import { ApiError } from '#lib/client/http/api.ts'

/** In ms. The server answers within 8 s; a connection without an answer until now is stuck. */
export const ANSWER_LIMIT_MS = 20_000

/**
 * Gives up after ANSWER_LIMIT_MS: a stuck connection would block retries for minutes.
 * @throws ApiError with status 0
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
    // Reading the answer failed midway.
    throw error instanceof ApiError ? error : new ApiError(0, null)
  } finally {
    clearTimeout(timer)
  }
}
