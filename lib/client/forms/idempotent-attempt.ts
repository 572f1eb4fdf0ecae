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
    const { isRepeat } = own
    // From when it is sent: what is sent meanwhile may be answered first.
    own.isRepeat = true
    try {
      const answer = await send(own.key, isRepeat)
      end()
      return answer
    } catch (error) {
      if (whatIsKnown(error, isRepeat) === 'refused') end()
      throw error
    }
  }
}

/** Rules that answer 429. They are asked after the key, so where they refuse, nothing was done under it. */
const rules = ['prompts_paused', 'too_many_phones']

/**
 * What is known of a request that moves money and was not answered with success: `refused`, where nothing was done under its key,
 * so that the next one is another, or `unknown`, where it has to be sent again with the same key.
 *
 * | What came | First time | Sent before |
 * | --- | --- | --- |
 * | nothing: the line is away, stuck or broke off, or the page gave up waiting (status 0) | unknown | unknown |
 * | an error of the page itself | unknown | unknown |
 * | 5xx: a proxy may have given up on what is done, and we have failed after it was done; no refusal of ours is a 5xx | unknown | unknown |
 * | 408, by which a proxy gives up as well | unknown | unknown |
 * | 409 `request_in_progress`: the first one is still at work | unknown | unknown |
 * | 401, and 429 of a limit or `gifts_crowded`: said before the key is looked at | refused | unknown |
 * | 4xx without a code: not our API's, so it was not let through | refused | unknown |
 * | 429 `prompts_paused`, `too_many_phones`, and all other 4xx with a code | refused | refused |
 *
 * @param isRepeat whether the same was sent with this key before, and nobody knows what became of it
 */
export function whatIsKnown(error: unknown, isRepeat: boolean): 'refused' | 'unknown' {
  if (!(error instanceof ApiError) || error.code === 'request_in_progress') return 'unknown'
  const { status, code } = error
  if (status < 400 || status >= 500 || status === 408) return 'unknown'
  if (!isRepeat) return 'refused'
  if (status === 401 || code === '') return 'unknown'
  return status === 429 && !rules.includes(code) ? 'unknown' : 'refused'
}

/** Makes a key of 96 random bits. Pages that are not served by https have no `crypto.randomUUID`. */
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
