import { now } from '#lib/core/clock.ts'
import { env } from '#lib/core/env.ts'
import { RateLimitedError, RuleError, UnauthenticatedError } from '#lib/core/errors.ts'
import { LoginRefusedError, SecondFactorRequiredError, VerificationRequiredError } from './errors.ts'
import { issueDeviceToken, knownDevice } from './known-device.ts'
import {
  countCodeAttempt,
  countLoginAttempt,
  forgiveCodeAttempt,
  forgiveLoginAttempt,
  type LoginAttempt,
  returnLoginAttempt,
  returnPendingAttempt,
} from './login-attempts.ts'
import { fitsNewPassword, fitsPassword } from './password.ts'
import { findLoginUser, type LoginUser } from './queries.ts'
import { findPendingHashes } from './registrations.ts'
import type { SignedIn } from './schema.ts'
import { mustEnrol } from './second-factor/need.ts'
import { proveSecondFactor } from './second-factor/prove.ts'
import { startSession } from './sessions.ts'

export type LoginRequest = {
  email: string
  password: string
  /** From the authenticator app, or a recovery code. */
  code?: string
  /** From an earlier login (known-device.ts). */
  device_token?: string
  address: string
  userAgent: string
}

/**
 * Opens a session and its first pair of tokens.
 * @param request `email` in lower case
 * @throws RateLimitedError after too many failures (login-attempts.ts)
 * @throws LoginRefusedError for a wrong password, unknown email or inactive account, in equal time; also if
 *   account or password changed meanwhile
 * @throws VerificationRequiredError if the email is not verified
 * @throws SecondFactorRequiredError without a code, or if the factor changed meanwhile;
 *   SecondFactorWrongError for a wrong code
 */
export async function login(request: LoginRequest): Promise<SignedIn> {
  const { email, address, userAgent, device_token: former } = request
  const attempt: LoginAttempt = { email, address, device: await knownDevice(former, email) }
  await countLoginAttempt(attempt)
  const found = await unlessOurFault(attempt, fittingUser(request, attempt))
  if (env.REQUIRE_EMAIL_VERIFICATION && !found.isEmailVerified) {
    await forgiveLoginAttempt(attempt)
    throw new VerificationRequiredError(email)
  }
  const standing = await unlessOurFault(attempt, askSecondFactor(found, request.code, attempt))
  await forgiveLoginAttempt(attempt)
  const verified = { passwordHash: found.passwordHash, isProven: standing === 'proven' }
  const tokens = await startSession(found.user, userAgent, verified)
  return {
    ...tokens,
    user: found.user,
    device_token: await issueDeviceToken(email, former),
    ...(standing === 'not_enrolled' ? { second_factor_enrolment_required: true } : {}),
  }
}

/** Uncounts an attempt that ended in our own fault: an outage must lock nobody out. */
async function unlessOurFault<T>(attempt: LoginAttempt, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    const isAnswer = answers.some((kind) => error instanceof kind)
    if (!isAnswer) await returnLoginAttempt(attempt).catch(() => undefined)
    throw error
  }
}

/** Errors that answer the attempt; its count is already right. */
const answers = [UnauthenticatedError, VerificationRequiredError, RuleError, RateLimitedError]

/**
 * Returns the active account of email and password. Always compares pending registrations too, so that
 * neither answer nor time reveals accounts (docs/decisions/0017).
 */
async function fittingUser({ email, password }: LoginRequest, attempt: LoginAttempt): Promise<LoginUser> {
  const [found, pending] = await Promise.all([findLoginUser(email), findPendingHashes(email, now())])
  const [fits, ...fitPending] = await Promise.all([
    fitsPassword(found?.passwordHash, password),
    // Without pending registrations one comparison with no hash takes the same time.
    ...(pending.length > 0 ? pending : [undefined]).map((hash) => fitsNewPassword(hash, password)),
  ])
  if (found?.isActive && fits) return found
  if (!fitPending.includes(true)) throw new LoginRefusedError()
  // Earlier failures stay counted: anybody may register any email, and would get unlimited guesses.
  await returnPendingAttempt(attempt)
  throw new VerificationRequiredError(email)
}

async function askSecondFactor(
  { user, isEnrolled }: LoginUser,
  code: string | undefined,
  attempt: LoginAttempt,
): Promise<'not_needed' | 'not_enrolled' | 'proven'> {
  if (!isEnrolled) return mustEnrol(user.role) ? 'not_enrolled' : 'not_needed'
  if (code) await countCodeAttempt(attempt)
  await proveSecondFactor(user, code, attempt.address).catch(async (error: unknown) => {
    // Without a code there was no guess. A wrong code counts like a wrong password.
    if (error instanceof SecondFactorRequiredError) await returnLoginAttempt(attempt)
    throw error
  })
  await forgiveCodeAttempt(attempt)
  return 'proven'
}
