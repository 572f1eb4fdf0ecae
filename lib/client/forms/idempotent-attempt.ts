import { ApiError } from '../http/api.ts'

/** @param isRepeat whether the same was sent with this key before, and nobody knows what became of it */
type Send<Answer> = (key: string, isRepeat: boolean) => Promise<Answer>

/**
 * Makes a request that moves money happen once, however often it is sent. The same content is sent with the same
 * Idempotency-Key until an answer has come, because a lost answer does not tell whether the server has done it.
 *
 * @param begun what was sent before a reload and has no answer yet
 * @returns a function that sends `content` (what the person asks for, as text) with its key; it throws what `send` throws
 */
export function idempotentAttempt(begun: { content: string; key: string } | null = null) {
  let open = { content: begun?.content ?? '', key: begun?.key ?? '', isRepeat: begun !== null }
  return async <Answer>(content: string, send: Send<Answer>): Promise<Answer> => {
    if (open.content !== content) open = { content, key: randomKey(), isRepeat: false }
    const own = open
    // What is answered late leaves what was begun meanwhile as it is.
    const end = () => {
      if (open === own) open = { content: '', key: '', isRepeat: false }
    }
    try {
      const answer = await send(own.key, own.isRepeat)
      end()
      return answer
    } catch (error) {
      if (isRefusal(error) && !(own.isRepeat && saysNothingOfBefore(error))) end()
      else own.isRepeat = true
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

/** Rules that answer 429. They are asked after the key, so where they refuse, nothing was done under it. */
const rules = ['prompts_paused', 'too_many_phones']

/**
 * Whether an answer tells nothing of what was sent with the key before. Too many requests (429) and a token that has run out
 * (401) are said before the key is looked at; a server or a proxy that failed (5xx) may not have come to it.
 */
export function saysNothingOfBefore(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false
  if (error.status === 429) return !rules.includes(error.code)
  return error.status === 401 || error.status >= 500
}

/** Makes a key of 96 random bits. Pages that are not served by https have no `crypto.randomUUID`. */
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
