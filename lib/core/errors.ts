/** Sentences by field; `non_field_errors` for those that belong to none. */
export type FieldErrors = Record<string, string[]>

/**
 * A rule of the product refused it. `message` is the sentence for the person, `code` the stable word for programs.
 * lib/web turns it into `{error, code}` of design/api.md.
 */
export class RuleError extends Error {
  readonly code: string
  readonly status: 400 | 403 | 404 | 409 | 422 | 429
  /** More fields of the answer, for instance the id of the open gift. */
  readonly details: Readonly<Record<string, unknown>>

  constructor(code: string, message: string, status: 400 | 403 | 404 | 409 | 422 | 429 = 400, details = {}) {
    super(message)
    this.name = 'RuleError'
    this.code = code
    this.status = status
    this.details = details
  }
}

/** What was sent does not fit: 400 `{errors, code: "invalid"}`. */
export class ValidationError extends Error {
  readonly errors: FieldErrors

  constructor(errors: FieldErrors) {
    super(Object.values(errors)[0]?.[0] ?? 'Invalid input.')
    this.name = 'ValidationError'
    this.errors = errors
  }
}

/** Not found, or not yours to know of: 404. */
export class NotFoundError extends Error {
  constructor(message = 'Not found.') {
    super(message)
    this.name = 'NotFoundError'
  }
}

/** Not signed in, or with a bad token: 401. Browsers answer `token_not_valid` by refreshing once. */
export class UnauthenticatedError extends Error {
  readonly code: string

  constructor(message = 'Given token not valid for any token type', code = 'token_not_valid') {
    super(message)
    this.name = 'UnauthenticatedError'
    this.code = code
  }
}

/** Signed in, not allowed: 403. */
export class ForbiddenError extends Error {
  constructor(message = 'You do not have permission to perform this action.') {
    super(message)
    this.name = 'ForbiddenError'
  }
}

/** Too many: 429 with `Retry-After`. */
export class RateLimitedError extends Error {
  /** Seconds. */
  readonly retryAfter: number

  constructor(retryAfter: number, message = 'Too many requests. Please wait and try again.') {
    super(message)
    this.name = 'RateLimitedError'
    this.retryAfter = Math.max(1, Math.ceil(retryAfter))
  }
}
