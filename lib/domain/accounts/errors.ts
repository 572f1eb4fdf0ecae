import { RuleError, UnauthenticatedError } from '#lib/core/errors.ts'
import type { LinkPurpose } from './schema.ts'

/** Wrong password, unknown email or inactive account: one answer for all three (docs/api.md, Accounts and tokens). */
export class LoginRefusedError extends UnauthenticatedError {
  constructor() {
    super('No active account found with the given credentials', 'no_active_account')
    this.name = 'LoginRefusedError'
  }
}

export const VERIFICATION_REQUIRED = 'Please verify your email address to continue.'

/** A mailed link that is unknown, used, replaced by a newer one, or too old (docs/api.md, Accounts and tokens). */
export class LinkRefusedError extends RuleError {
  constructor(purpose: LinkPurpose) {
    const kind = purpose === 'verify_email' ? 'verification' : 'password reset'
    super('invalid_link', `This ${kind} link is invalid or expired.`)
    this.name = 'LinkRefusedError'
  }
}

/** The link has verified its email before. */
export class AlreadyVerifiedError extends RuleError {
  constructor() {
    super('already_verified', 'Your email is already verified.', 409)
    this.name = 'AlreadyVerifiedError'
  }
}

/** The password was right; the code of the authenticator app is asked for next. */
export class SecondFactorRequiredError extends RuleError {
  constructor() {
    super('second_factor_required', 'Enter the code from your authenticator app.', 403)
    this.name = 'SecondFactorRequiredError'
  }
}

/** Not the app's code of this moment, one that was used before, or no recovery code that is left. */
export class SecondFactorWrongError extends RuleError {
  constructor() {
    super('second_factor_wrong', 'That code is not right. Codes work once and for about a minute.', 403)
    this.name = 'SecondFactorWrongError'
  }
}

/** Of staff who have yet to set up their second factor, by every call that is not about that. */
export class EnrolmentRequiredError extends RuleError {
  constructor() {
    super('second_factor_enrolment_required', 'Set up your authenticator app first.', 403)
    this.name = 'EnrolmentRequiredError'
  }
}

/** The password was right, the email is not verified yet: 403 `{verification_required, email}`. */
export class VerificationRequiredError extends Error {
  readonly email: string

  constructor(email: string) {
    super(VERIFICATION_REQUIRED)
    this.name = 'VerificationRequiredError'
    this.email = email
  }
}
