import { ApiError } from '../http/api.ts'

/** @param isRepeat whether the request was sent before with this key, with an unknown outcome */
export type Send<Answer> = (key: string, isRepeat: boolean) => Promise<Answer>

/** A request without an answer: content and key. */
export type Unanswered = {
  content: string
  key: string
  /** Time of the first send, in ms. */
  startedAt: number
}

export type AttemptStore = {
  read: () => Unanswered | null
  write: (unanswered: Unanswered) => void
  forget: () => void
}

function storeInPage(): AttemptStore {
  let stored: Unanswered | null = null
  return {
    read: () => stored,
    write: (unanswered) => {
      stored = unanswered
    },
    forget: () => {
      stored = null
    },
  }
}

/**
 * Sends a request that moves money exactly once. Equal content has the same Idempotency-Key until an answer
 * comes: a lost answer does not tell whether the server acted.
 * @param store those of `stored-attempts.ts` survive a reload
 * @returns a function that sends `content` with its key and throws what `send` throws
 */
export function idempotentAttempt(store: AttemptStore = storeInPage()) {
  return async <Answer>(content: string, send: Send<Answer>): Promise<Answer> => {
    const before = store.read()
    const isRepeat = before?.content === content
    const own = isRepeat ? before : { content, key: randomKey(), startedAt: Date.now() }
    // Stored before sending: the same content sent meanwhile is a repeat, and may be answered first.
    store.write(own)
    // A late answer must not remove a newer request.
    const isNewest = () => store.read()?.key === own.key
    try {
      const answer = await send(own.key, isRepeat)
      if (isNewest()) store.forget()
      return answer
    } catch (error) {
      if (whatIsKnown(error, isRepeat) === 'refused' && isNewest()) {
        // The server refused this content; the earlier request, with other content, may have succeeded.
        if (before && !isRepeat) store.write(before)
        else store.forget()
      }
      throw error
    }
  }
}

/** Codes of status 429 that the server checks after the key: nothing was done under the key. */
const rules = ['prompts_paused', 'too_many_phones']

/**
 * `refused`: nothing was done under the key. `unknown`: send again with the same key.
 * | Answer | First time | Sent before |
 * | --- | --- | --- |
 * | none: offline, timeout, broken off (status 0) | unknown | unknown |
 * | an error of the page itself | unknown | unknown |
 * | 5xx: may have failed after it was done | unknown | unknown |
 * | 408: a proxy gave up | unknown | unknown |
 * | 409 `request_in_progress` | unknown | unknown |
 * | 401, and 429 of a limit or `gifts_crowded`: checked before the key | refused | unknown |
 * | 4xx without a code: not our API's | refused | unknown |
 * | 429 `prompts_paused`, `too_many_phones`, other 4xx with a code | refused | refused |
 * @param isRepeat sent before with this key, outcome unknown
 */
export function whatIsKnown(error: unknown, isRepeat: boolean): 'refused' | 'unknown' {
  if (!(error instanceof ApiError) || error.code === 'request_in_progress') return 'unknown'
  const { status, code } = error
  if (status < 400 || status >= 500 || status === 408) return 'unknown'
  if (!isRepeat) return 'refused'
  if (status === 401 || code === '') return 'unknown'
  return status === 429 && !rules.includes(code) ? 'unknown' : 'refused'
}

/** 96 random bits. Without https there is no `crypto.randomUUID`. */
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
