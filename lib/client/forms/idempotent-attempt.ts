import { ApiError } from '../http/api.ts'

type Send<Answer> = (key: string) => Promise<Answer>

/**
 * Makes a request that moves money happen once, however often it is sent. The same content is sent with the same
 * Idempotency-Key until an answer has come, because a lost answer does not tell whether the server has done it.
 *
 * @param begun what was sent before a reload and has no answer yet
 * @returns a function that sends `content` (what the person asks for, as text) with its key; it throws what `send` throws
 */
export function idempotentAttempt(begun: { content: string; key: string } | null = null) {
  let open = begun ?? { content: '', key: '' }
  return async <Answer>(content: string, send: Send<Answer>): Promise<Answer> => {
    if (open.content !== content) open = { content, key: randomKey() }
    try {
      const answer = await send(open.key)
      open = { content: '', key: '' }
      return answer
    } catch (error) {
      if (isRefusal(error)) open = { content: '', key: '' }
      throw error
    }
  }
}

/**
 * Tells whether nothing was done, so that the person may ask for the same again. That is not known where no answer came, where
 * the server or a proxy failed (5xx), and while the first request still runs.
 */
function isRefusal(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.code === 'request_in_progress') return false
  return error.status >= 400 && error.status < 500
}

/** Makes a key of 96 random bits. Pages that are not served by https have no `crypto.randomUUID`. */
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
