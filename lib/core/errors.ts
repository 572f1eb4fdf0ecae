import { type PlainKey, Sentence, say } from './sentence.ts'

/** An error with a sentence for people. `message` is the documented English. */
export class SentenceError extends Error {
  readonly sentence: Sentence

  constructor(said: Sentence | PlainKey) {
    const sentence = said instanceof Sentence ? said : say(said)
    super(String(sentence))
    this.sentence = sentence
  }
}

/** Answered as `{error, code}`. `code` is stable: the sentence's key up to the first dot. */
export class RuleError extends SentenceError {
  readonly code: string
  readonly status: 400 | 403 | 404 | 409 | 422 | 429 | 503
  readonly details: Readonly<Record<string, unknown>>

  constructor(said: Sentence | PlainKey, status: RuleError['status'] = 400, details = {}) {
    super(said)
    this.name = 'RuleError'
    this.code = this.sentence.key.split('.', 1)[0] ?? ''
    this.status = status
    this.details = details
  }
}

export type FieldSentences = Record<string, Sentence | PlainKey | readonly Sentence[]>

/** Answered as 400 `{errors, code: "invalid"}`: the request does not match its schema. */
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

/** 404: does not exist, or the caller may not know of it. */
export class NotFoundError extends SentenceError {
  constructor(said: PlainKey = 'not_found') {
    super(said)
    this.name = 'NotFoundError'
  }
}

/** 401. Browsers refresh once on `token_not_valid`. */
export class UnauthenticatedError extends SentenceError {
  readonly code: string

  constructor(said: PlainKey = 'token_not_valid', code = 'token_not_valid') {
    super(said)
    this.name = 'UnauthenticatedError'
    this.code = code
  }
}

/** 403: signed in, but not allowed. */
export class ForbiddenError extends SentenceError {
  constructor() {
    super('permission_denied')
    this.name = 'ForbiddenError'
  }
}

/** 429 with `Retry-After`. */
export class RateLimitedError extends SentenceError {
  /** In seconds. */
  readonly retryAfter: number

  constructor(retryAfter: number, said: PlainKey = 'too_many_requests') {
    super(said)
    this.name = 'RateLimitedError'
    this.retryAfter = Math.max(1, Math.ceil(retryAfter))
  }
}
