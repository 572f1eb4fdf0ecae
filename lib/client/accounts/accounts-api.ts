import type { z } from 'zod'
import { apiPost } from '#lib/client/http/api-client.ts'
import type {
  LoginEligibility,
  passwordReset,
  passwordResetConfirm,
  RegisterAnswer,
  register,
  resendVerification,
  verifyEmail,
} from '#lib/contract/accounts/calls.ts'
import type { BegunSecondFactor, ConfirmedSecondFactor } from '#lib/contract/accounts/second-factor.ts'
import { keepDeviceToken, sentDeviceToken } from './device-token.ts'

/** @throws ApiError */
export function registerAccount(body: z.input<typeof register.body>): Promise<RegisterAnswer> {
  return apiPost('/users/auth/register/', { ...body, ...sentDeviceToken() })
}

/** Uses a link's token up. @throws ApiError */
export function verifyEmailToken(token: string): Promise<z.infer<typeof verifyEmail.answer>> {
  return apiPost('/users/auth/verify-email/', { token, ...sentDeviceToken() })
}

/** @throws ApiError */
export function sendVerification(email: string): Promise<z.infer<typeof resendVerification.answer>> {
  return apiPost('/users/auth/resend-verification/', { email })
}

/** @throws ApiError */
export function sendPasswordReset(email: string): Promise<z.infer<typeof passwordReset.answer>> {
  return apiPost('/users/auth/password-reset/', { email })
}

type ResetAnswer = z.infer<typeof passwordResetConfirm.answer>

/** Uses a link's token up; the browser is known from then on. @throws ApiError */
export async function setNewPassword(token: string, password: string): Promise<void> {
  const body = { token, password, ...sentDeviceToken() }
  const { device_token } = await apiPost<ResetAnswer>('/users/auth/password-reset-confirm/', body)
  keepDeviceToken(device_token)
}

/** @throws ApiError */
export function checkAccountStatus(email: string): Promise<LoginEligibility> {
  return apiPost('/users/auth/login-eligibility/', { email, ...sentDeviceToken() })
}

/** Makes a new secret for an authenticator app. @throws ApiError */
export function beginSecondFactor(): Promise<BegunSecondFactor> {
  return apiPost('/users/auth/second-factor/begin/', {})
}

/** Confirms the app by its code. @throws ApiError */
export function confirmSecondFactor(code: string): Promise<ConfirmedSecondFactor> {
  return apiPost('/users/auth/second-factor/confirm/', { code })
}
