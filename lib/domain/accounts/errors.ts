import { RuleError, SentenceError, UnauthenticatedError } from '#lib/core/errors.ts'
import { say } from '#lib/core/sentence.ts'
import type { LinkPurpose } from './schema.ts'

/** Wrong password, unknown email or inactive account get one answer (docs/api.md, Accounts and tokens). */
export class LoginRefusedError extends UnauthenticatedError {
  constructor() {
    super('no_active_account', 'no_active_account')
    this.name = 'LoginRefusedError'
  }
}

/** A mailed link that is unknown, used, replaced or expired (docs/api.md, Accounts and tokens). */
export class LinkRefusedError extends RuleError {
  constructor(purpose: LinkPurpose) {
    const kind = purpose === 'verify_email' ? 'verification' : 'password reset'
    super(say('invalid_link', { kind }))
    this.name = 'LinkRefusedError'
  }
}

/** The email of the link's account is verified already. */
export class AlreadyVerifiedError extends RuleError {
  constructor() {
    super('already_verified', 409)
    this.name = 'AlreadyVerifiedError'
  }
}

/** The password was right; the code of the authenticator app is missing. */
export class SecondFactorRequiredError extends RuleError {
  constructor() {
    super('second_factor_required', 403)
    this.name = 'SecondFactorRequiredError'
  }
}

/** The code is wrong or used, or the recovery code is invalid. */
export class SecondFactorWrongError extends RuleError {
  constructor() {
    super('second_factor_wrong', 403)
    this.name = 'SecondFactorWrongError'
  }
}

/** Staff without a second factor called anything except its enrolment. */
export class EnrolmentRequiredError extends RuleError {
  constructor() {
    super('second_factor_enrolment_required', 403)
    this.name = 'EnrolmentRequiredError'
  }
}

/** The password was right, but the email is not verified: 403 `{verification_required, email}`. */
export class VerificationRequiredError extends SentenceError {
  readonly email: string

  constructor(email: string) {
    super('verification_required')
    this.name = 'VerificationRequiredError'
    this.email = email
  }
}
