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
  /** Of the authenticator app, or a recovery code. */
  code?: string
  /** What an earlier login gave to the device (known-device.ts). */
  device_token?: string
  address: string
  userAgent: string
}

/**
 * Signs in: opens a session and its first pair of tokens.
 * @param request `email` in lower case
 * @throws RateLimitedError after too many failures (login-attempts.ts)
 * @throws LoginRefusedError for a wrong password, an unknown email and an inactive account, in the same time; and where the
 *   account was closed or deactivated, or its password changed, while this was going on
 * @throws VerificationRequiredError where the email has yet to be verified
 * @throws SecondFactorRequiredError where the person has one and no code came, and where it was set up or reset while this was
 *   going on; SecondFactorWrongError where a wrong code came
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

/** Takes an attempt back that ended in a fault of ours: nothing was guessed, and an outage must lock nobody out. */
async function unlessOurFault<T>(attempt: LoginAttempt, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    const isAnswer = answers.some((kind) => error instanceof kind)
    if (!isAnswer) await returnLoginAttempt(attempt).catch(() => undefined)
    throw error
  }
}

/** What is said about an attempt: by then it was counted, or taken back, as it deserves. */
const answers = [UnauthenticatedError, VerificationRequiredError, RuleError, RateLimitedError]

/**
 * The active account that email and password belong to. A password with which the email was registered and that waits for
 * its verification is looked at as well, always and beside the account's: neither answer nor time tells whether an account
 * has the email (docs/decisions/0017).
 */
async function fittingUser({ email, password }: LoginRequest, attempt: LoginAttempt): Promise<LoginUser> {
  const [found, pending] = await Promise.all([findLoginUser(email), findPendingHashes(email, now())])
  const [fits, ...fitPending] = await Promise.all([
    fitsPassword(found?.passwordHash, password),
    // Where nothing is pending a hash that nothing fits is compared, so that this takes no less time.
    ...(pending.length > 0 ? pending : [undefined]).map((hash) => fitsNewPassword(hash, password)),
  ])
  if (found?.isActive && fits) return found
  if (!fitPending.includes(true)) throw new LoginRefusedError()
  // Former failures stay: anybody may register any email, and would have as many guesses as they like.
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
    // No code was guessed. A wrong one counts like a wrong password.
    if (error instanceof SecondFactorRequiredError) await returnLoginAttempt(attempt)
    throw error
  })
  await forgiveCodeAttempt(attempt)
  return 'proven'
}
