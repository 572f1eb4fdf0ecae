import { ApiError } from '../http/api.ts'

type Send<Answer> = (key: string) => Promise<Answer>

/**
 * Makes one thing that moves money happen once, however often it is sent. The same content carries the same
 * Idempotency-Key until an answer has come, because a lost answer does not tell whether the server has done it.
 *
 * @returns a function that sends `content` (what the person asks for, as text) with its key; it throws what `send` throws
 */
export function idempotentAttempt() {
  let open = { content: '', key: '' }
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
 * Whether nothing was done, so that the person may ask for the same anew. That is not known where no answer came, where
 * the server or a proxy failed (5xx), and while the first request is still at work.
 */
function isRefusal(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.code === 'request_in_progress') return false
  return error.status >= 400 && error.status < 500
}

/** 96 random bits. `crypto.randomUUID` is missing where a page is not served by https. */
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
