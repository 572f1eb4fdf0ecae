import { ApiError } from '../http/api.ts'

/** @param isRepeat whether the same was sent with this key before, and nobody knows what became of it */
export type Send<Answer> = (key: string, isRepeat: boolean) => Promise<Answer>

/** What was sent and has no answer yet: what the person asked for, as text, and its key. */
export type Unanswered = {
  content: string
  key: string
  /** Milliseconds, when it was sent first. */
  startedAt: number
}

/** Where that is kept until an answer has come. */
export type AttemptKeeper = {
  read: () => Unanswered | null
  keep: (unanswered: Unanswered) => void
  forget: () => void
}

/** Keeps it for as long as the part of the page is there that asks. */
function keptInPage(): AttemptKeeper {
  let kept: Unanswered | null = null
  return {
    read: () => kept,
    keep: (unanswered) => {
      kept = unanswered
    },
    forget: () => {
      kept = null
    },
  }
}

/**
 * Makes a request that moves money happen once, however often it is sent. The same content is sent with the same
 * Idempotency-Key until an answer has come, because a lost answer does not tell whether the server has done it.
 *
 * @param keeper where what has no answer is kept: a page that is closed or reloaded knows it again by `kept-attempts.ts`
 * @returns a function that sends `content` (what the person asks for, as text) with its key; it throws what `send` throws
 */
export function idempotentAttempt(keeper: AttemptKeeper = keptInPage()) {
  return async <Answer>(content: string, send: Send<Answer>): Promise<Answer> => {
    const before = keeper.read()
    const isRepeat = before?.content === content
    const own = isRepeat ? before : { content, key: randomKey(), startedAt: Date.now() }
    // From when it is sent: what is sent meanwhile is a repeat, and may be answered first.
    keeper.keep(own)
    // What is answered late leaves what was begun meanwhile as it is.
    const isNewest = () => keeper.read()?.key === own.key
    try {
      const answer = await send(own.key, isRepeat)
      if (isNewest()) keeper.forget()
      return answer
    } catch (error) {
      if (whatIsKnown(error, isRepeat) === 'refused' && isNewest()) {
        // Nothing was done, so what went unanswered before is still the last that may have been.
        if (before && !isRepeat) keeper.keep(before)
        else keeper.forget()
      }
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
