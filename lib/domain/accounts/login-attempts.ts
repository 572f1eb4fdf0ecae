import { RateLimitedError } from '#lib/core/errors.ts'
import { networkOf, siteOf } from '#lib/core/network.ts'
import { hiddenKey, type RateRule, resetPoints, returnPoints, takePoints } from '#lib/core/rate-limit.ts'

const QUARTER_HOUR = 15 * 60

// docs/decisions/0018. Failures from one network lock out only that network; many networks together can reach
// the limit of the account.
const perPair: RateRule = { name: 'login-pair', points: 10, seconds: QUARTER_HOUR }
/**
 * For all networks of an IPv6 /48 together (up to 65,536), so that they cannot use up the account's limit.
 */
const perSitePair: RateRule = { name: 'login-site-pair', points: 30, seconds: QUARTER_HOUR }
/**
 * Limits guesses of a few passwords on many accounts. High, because a carrier puts thousands of phones behind
 * one address.
 */
const perNetwork: RateRule = { name: 'login-network', points: 300, seconds: QUARTER_HOUR }
const perAccount: RateRule = { name: 'login-account', points: 100, seconds: QUARTER_HOUR }
const perDevice: RateRule = { name: 'login-device', points: 10, seconds: QUARTER_HOUR }
/** Low, because a code has only six digits, and the guesser already has the password. */
const perAccountCodes: RateRule = { name: 'login-codes', points: 10, seconds: QUARTER_HOUR }

/** `device` is a known device of this email, else null; `address` the caller's. */
export type LoginAttempt = {
  readonly email: string
  readonly address: string
  readonly device: string | null
}

/**
 * An attempt from a known device counts only for that device, so that strangers cannot lock the device out.
 */
function countersOf({ email, address, device }: LoginAttempt): [RateRule, string][] {
  if (device) return [[perDevice, keyOf(email, device)]]
  const [network, site] = [networkOf(address), siteOf(address)]
  return [
    [perPair, keyOf(email, network)],
    ...(site === null ? [] : [[perSitePair, keyOf(email, site)] satisfies [RateRule, string]]),
    [perNetwork, network],
    [perAccount, keyOf(email)],
  ]
}

/**
 * Counts before the password check, so that concurrent guesses count too. Unknown emails count like known
 * ones.
 * @throws RateLimitedError at a limit of `countersOf`
 */
export async function countLoginAttempt(attempt: LoginAttempt): Promise<void> {
  // In sequence: a refused attempt must not count for its network, nor a refused network for the account.
  for (const [rule, key] of countersOf(attempt)) await take(rule, key)
}

/** Called after a success: uncounts the attempt and forgets earlier failures from its network or device. */
export async function forgiveLoginAttempt(attempt: LoginAttempt): Promise<void> {
  await returnLoginAttempt(attempt)
  await forgetFailuresFrom(attempt)
}

/** Uncounts an attempt that was no wrong guess; earlier failures stay counted. */
export async function returnLoginAttempt(attempt: LoginAttempt): Promise<void> {
  await Promise.all(countersOf(attempt).map(([rule, key]) => returnPoints(rule, key)))
}

/**
 * Called for the right password of a pending registration: uncounts the attempt, except for its network,
 * because anybody can register, and each attempt compares several hashes.
 */
export async function returnPendingAttempt(attempt: LoginAttempt): Promise<void> {
  const returned = countersOf(attempt).filter(([rule]) => rule !== perNetwork)
  await Promise.all(returned.map(([rule, key]) => returnPoints(rule, key)))
}

/**
 * Counts a code before its check.
 * @throws RateLimitedError at the account's limit of wrong codes
 */
export async function countCodeAttempt({ email, device }: LoginAttempt): Promise<void> {
  // `countLoginAttempt` has already counted an attempt from a known device.
  if (!device) await take(perAccountCodes, keyOf(email))
}

export async function forgiveCodeAttempt({ email, device }: LoginAttempt): Promise<void> {
  if (!device) await resetPoints(perAccountCodes, keyOf(email))
}

/**
 * Called after a new password, so that its owner can sign in at once from this network or device. Wrong codes
 * stay counted.
 */
export async function forgetLoginFailures(attempt: LoginAttempt): Promise<void> {
  await Promise.all([resetPoints(perAccount, keyOf(attempt.email)), forgetFailuresFrom(attempt)])
}

/**
 * The account's total stays counted: otherwise each sign-in of the owner would give strangers more guesses.
 */
async function forgetFailuresFrom({ email, address, device }: LoginAttempt): Promise<void> {
  if (device) await resetPoints(perDevice, keyOf(email, device))
  else await resetPoints(perPair, keyOf(email, networkOf(address)))
}

async function take(rule: RateRule, key: string): Promise<void> {
  await takePoints(rule, key).catch((error: unknown) => {
    throw error instanceof RateLimitedError
      ? new RateLimitedError(error.retryAfter, 'too_many_failures')
      : error
  })
}

function keyOf(email: string, where = ''): string {
  return hiddenKey('login', email, where)
}
