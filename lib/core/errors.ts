import { type PlainKey, Sentence, say } from './sentence.ts'

/** An error with a sentence for people. Its `message` is the documented English. */
export class SentenceError extends Error {
  readonly sentence: Sentence

  constructor(said: Sentence | PlainKey) {
    const sentence = said instanceof Sentence ? said : say(said)
    super(String(sentence))
    this.sentence = sentence
  }
}

/**
 * A rule of the product refused the request. `code` is stable and for programs: the key of the sentence, up to the first dot. The API
 * answers it as `{error, code}`.
 */
export class RuleError extends SentenceError {
  readonly code: string
  readonly status: 400 | 403 | 404 | 409 | 422 | 429 | 503
  /** Further fields of the answer, for instance the id of the open gift. */
  readonly details: Readonly<Record<string, unknown>>

  constructor(said: Sentence | PlainKey, status: RuleError['status'] = 400, details = {}) {
    super(said)
    this.name = 'RuleError'
    this.code = this.sentence.key.split('.', 1)[0] ?? ''
    this.status = status
    this.details = details
  }
}

/** What is wrong by field; `non_field_errors` holds what belongs to no field. */
export type FieldSentences = Record<string, Sentence | PlainKey | readonly Sentence[]>

/** The request does not fit its schema: 400 `{errors, code: "invalid"}`. */
export class ValidationError extends SentenceError {
  readonly errors: Readonly<Record<string, readonly Sentence[]>>

  constructor(errors: FieldSentences) {
    const all = Object.entries(errors).map(
      ([field, given]) =>
        [
          field,
          typeof given === 'string' ? [say(given)] : given instanceof Sentence ? [given] : given,
        ] as const,
    )
    super(all[0]?.[1][0] ?? 'invalid')
    this.name = 'ValidationError'
    this.errors = Object.fromEntries(all)
  }
}

/** It does not exist, or the caller may not know of it: 404. */
export class NotFoundError extends SentenceError {
  constructor(said: PlainKey = 'not_found') {
    super(said)
    this.name = 'NotFoundError'
  }
}

/** The caller is not signed in, or their token is not valid: 401. Browsers refresh once on `token_not_valid`. */
export class UnauthenticatedError extends SentenceError {
  readonly code: string

  constructor(said: PlainKey = 'token_not_valid', code = 'token_not_valid') {
    super(said)
    this.name = 'UnauthenticatedError'
    this.code = code
  }
}

/** The caller is signed in, but not allowed: 403. */
export class ForbiddenError extends SentenceError {
  constructor() {
    super('permission_denied')
    this.name = 'ForbiddenError'
  }
}

/** The caller has sent too many requests: 429 with `Retry-After`. */
export class RateLimitedError extends SentenceError {
  /** Seconds. */
  readonly retryAfter: number

  constructor(retryAfter: number, said: PlainKey = 'too_many_requests') {
    super(said)
    this.name = 'RateLimitedError'
    this.retryAfter = Math.max(1, Math.ceil(retryAfter))
  }
}
