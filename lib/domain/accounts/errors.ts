import { RuleError, SentenceError, UnauthenticatedError } from '#lib/core/errors.ts'
import { say } from '#lib/core/sentence.ts'
import type { LinkPurpose } from './schema.ts'

/** Wrong password, unknown email or inactive account: one answer for all three (docs/api.md, Accounts and tokens). */
export class LoginRefusedError extends UnauthenticatedError {
  constructor() {
    super('no_active_account', 'no_active_account')
    this.name = 'LoginRefusedError'
  }
}

/** A mailed link that is unknown, used, replaced by a newer one, or too old (docs/api.md, Accounts and tokens). */
export class LinkRefusedError extends RuleError {
  constructor(purpose: LinkPurpose) {
    const kind = purpose === 'verify_email' ? 'verification' : 'password reset'
    super(say('invalid_link', { kind }))
    this.name = 'LinkRefusedError'
  }
}

/** The link has verified its email before. */
export class AlreadyVerifiedError extends RuleError {
  constructor() {
    super('already_verified', 409)
    this.name = 'AlreadyVerifiedError'
  }
}

/** The password was right; the code of the authenticator app is asked for next. */
export class SecondFactorRequiredError extends RuleError {
  constructor() {
    super('second_factor_required', 403)
    this.name = 'SecondFactorRequiredError'
  }
}

/** Not the app's code of this moment, one that was used before, or no recovery code that is left. */
export class SecondFactorWrongError extends RuleError {
  constructor() {
    super('second_factor_wrong', 403)
    this.name = 'SecondFactorWrongError'
  }
}

/** Of staff who have yet to set up their second factor, by every call that is not about that. */
export class EnrolmentRequiredError extends RuleError {
  constructor() {
    super('second_factor_enrolment_required', 403)
    this.name = 'EnrolmentRequiredError'
  }
}

/** The password was right, the email is not verified yet: 403 `{verification_required, email}`. */
export class VerificationRequiredError extends SentenceError {
  readonly email: string

  constructor(email: string) {
    super('verification_required')
    this.name = 'VerificationRequiredError'
    this.email = email
  }
}
