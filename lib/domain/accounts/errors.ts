import { UnauthenticatedError } from '#lib/core/errors.ts'

/** Wrong password, unknown email or inactive account: one answer for all three (design/api.md, Auth). */
export class LoginRefusedError extends UnauthenticatedError {
  constructor() {
    super('No active account found with the given credentials', 'no_active_account')
    this.name = 'LoginRefusedError'
  }
}

/** The password was right, the email is not verified yet: 403 `{verification_required, email}`. */
export class VerificationRequiredError extends Error {
  readonly email: string

  constructor(email: string) {
    super('Please verify your email address to continue.')
    this.name = 'VerificationRequiredError'
    this.email = email
  }
}
