import type { z } from 'zod'
import type {
  LoginEligibility,
  passwordReset,
  passwordResetConfirm,
  RegisterAnswer,
  register,
  resendVerification,
  verifyEmail,
} from '#lib/contract/accounts.ts'
import type { BegunSecondFactor, ConfirmedSecondFactor } from '#lib/contract/second-factor.ts'
import { apiPost } from './api-client.ts'

/** @throws ApiError */
export function registerAccount(body: z.input<typeof register.body>): Promise<RegisterAnswer> {
  return apiPost('/users/auth/register/', body)
}

/** Uses a link's token up. @throws ApiError */
export function verifyEmailToken(token: string): Promise<z.infer<typeof verifyEmail.answer>> {
  return apiPost('/users/auth/verify-email/', { token })
}

/** @throws ApiError */
export function sendVerification(email: string): Promise<z.infer<typeof resendVerification.answer>> {
  return apiPost('/users/auth/resend-verification/', { email })
}

/** @throws ApiError */
export function sendPasswordReset(email: string): Promise<z.infer<typeof passwordReset.answer>> {
  return apiPost('/users/auth/password-reset/', { email })
}

/** Uses a link's token up. @throws ApiError */
export function setNewPassword(
  token: string,
  password: string,
): Promise<z.infer<typeof passwordResetConfirm.answer>> {
  return apiPost('/users/auth/password-reset-confirm/', { token, password })
}

/** @throws ApiError */
export function checkAccountStatus(email: string): Promise<LoginEligibility> {
  return apiPost('/users/auth/login-eligibility/', { email })
}

/** Makes a new secret for an authenticator app. @throws ApiError */
export function beginSecondFactor(): Promise<BegunSecondFactor> {
  return apiPost('/users/auth/second-factor/begin/', {})
}

/** Confirms the app by its code. @throws ApiError */
export function confirmSecondFactor(code: string): Promise<ConfirmedSecondFactor> {
  return apiPost('/users/auth/second-factor/confirm/', { code })
}
