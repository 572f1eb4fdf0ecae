/** Messages by field; `non_field_errors` holds those that belong to no field. */
export type FieldErrors = Record<string, string[]>

/**
 * A rule of the product refused the request. `message` is for the person, `code` is stable and for programs. The API
 * answers it as `{error, code}`.
 */
export class RuleError extends Error {
  readonly code: string
  readonly status: 400 | 403 | 404 | 409 | 422 | 429 | 503
  /** Further fields of the answer, for instance the id of the open gift. */
  readonly details: Readonly<Record<string, unknown>>

  constructor(code: string, message: string, status: RuleError['status'] = 400, details = {}) {
    super(message)
    this.name = 'RuleError'
    this.code = code
    this.status = status
    this.details = details
  }
}

/** The request does not fit its schema: 400 `{errors, code: "invalid"}`. */
export class ValidationError extends Error {
  readonly errors: FieldErrors

  constructor(errors: FieldErrors) {
    super(Object.values(errors)[0]?.[0] ?? 'Invalid input.')
    this.name = 'ValidationError'
    this.errors = errors
  }
}

/** It does not exist, or the caller may not know of it: 404. */
export class NotFoundError extends Error {
  constructor(message = 'Not found.') {
    super(message)
    this.name = 'NotFoundError'
  }
}

/** The caller is not signed in, or their token is not valid: 401. Browsers refresh once on `token_not_valid`. */
export class UnauthenticatedError extends Error {
  readonly code: string

  constructor(message = 'Given token not valid for any token type', code = 'token_not_valid') {
    super(message)
    this.name = 'UnauthenticatedError'
    this.code = code
  }
}

/** The caller is signed in, but not allowed: 403. */
export class ForbiddenError extends Error {
  constructor(message = 'You do not have permission to perform this action.') {
    super(message)
    this.name = 'ForbiddenError'
  }
}

/** The caller has sent too many requests: 429 with `Retry-After`. */
export class RateLimitedError extends Error {
  /** Seconds. */
  readonly retryAfter: number

  constructor(retryAfter: number, message = 'Too many requests. Please wait and try again.') {
    super(message)
    this.name = 'RateLimitedError'
    this.retryAfter = Math.max(1, Math.ceil(retryAfter))
  }
}
