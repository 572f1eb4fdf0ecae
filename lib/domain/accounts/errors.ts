import { RuleError, UnauthenticatedError } from '#lib/core/errors.ts'
import type { LinkPurpose } from './schema.ts'

/** Wrong password, unknown email or inactive account: one answer for all three (design/api.md, Auth). */
export class LoginRefusedError extends UnauthenticatedError {
  constructor() {
    super('No active account found with the given credentials', 'no_active_account')
    this.name = 'LoginRefusedError'
  }
}

export const VERIFICATION_REQUIRED = 'Please verify your email address to continue.'

/** A mailed link that is unknown, used, replaced by a newer one, or too old (spec 1, section 8). */
export class LinkRefusedError extends RuleError {
  constructor(purpose: LinkPurpose) {
    const kind = purpose === 'verify_email' ? 'verification' : 'password reset'
    super('invalid_link', `This ${kind} link is invalid or expired.`)
    this.name = 'LinkRefusedError'
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
