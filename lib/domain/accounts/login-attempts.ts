import { RateLimitedError } from '#lib/core/errors.ts'
import { networkOf, siteOf } from '#lib/core/network.ts'
import { hiddenKey, type RateRule, resetPoints, returnPoints, takePoints } from '#lib/core/rate-limit.ts'

const QUARTER_HOUR = 15 * 60

// docs/decisions/0018. Other networks' failures lock nobody out, up to a number that only many networks
// reach.
const perPair: RateRule = { name: 'login-pair', points: 10, seconds: QUARTER_HOUR }
/** All networks of an IPv6 /48 (up to 65,536): they must not use up the account's total. */
const perSitePair: RateRule = { name: 'login-site-pair', points: 30, seconds: QUARTER_HOUR }
/** Against few passwords on many accounts: a carrier puts thousands of phones behind one address. */
const perNetwork: RateRule = { name: 'login-network', points: 300, seconds: QUARTER_HOUR }
const perAccount: RateRule = { name: 'login-account', points: 100, seconds: QUARTER_HOUR }
const perDevice: RateRule = { name: 'login-device', points: 10, seconds: QUARTER_HOUR }
/** A code has six digits, and the guesser already has the password. */
const perAccountCodes: RateRule = { name: 'login-codes', points: 10, seconds: QUARTER_HOUR }

/** `device` is a known device of this email, else null; `address` the caller's. */
export type LoginAttempt = {
  readonly email: string
  readonly address: string
  readonly device: string | null
}

/** A known device counts only against itself, so that strangers cannot use it up. */
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
 * @throws RateLimitedError after failures in 15 minutes: ten for the account from one network or known
 *   device, thirty from an IPv6 /48, a hundred from unknown devices, three hundred from the network
 */
export async function countLoginAttempt(attempt: LoginAttempt): Promise<void> {
  // In sequence: a refused attempt must not count for its network, nor a refused network for the account.
  for (const [rule, key] of countersOf(attempt)) await take(rule, key)
}

/** Called after a success; earlier failures from there are forgotten. */
export async function forgiveLoginAttempt(attempt: LoginAttempt): Promise<void> {
  await returnLoginAttempt(attempt)
  await forgetFailuresFrom(attempt)
}

/** Called for a right password in an unfinished login; earlier failures stay. */
export async function returnLoginAttempt(attempt: LoginAttempt): Promise<void> {
  await Promise.all(countersOf(attempt).map(([rule, key]) => returnPoints(rule, key)))
}

/**
 * Called for the right password of a pending registration. The network keeps the count: anybody can register,
 * and each attempt compares several hashes.
 */
export async function returnPendingAttempt(attempt: LoginAttempt): Promise<void> {
  const returned = countersOf(attempt).filter(([rule]) => rule !== perNetwork)
  await Promise.all(returned.map(([rule, key]) => returnPoints(rule, key)))
}

/**
 * Counts a code before its check: ten wrong ones in 15 minutes for the account from unknown devices, ten from
 * a known one. @throws RateLimitedError
 */
export async function countCodeAttempt({ email, device }: LoginAttempt): Promise<void> {
  // A known device has counted its attempt already.
  if (!device) await take(perAccountCodes, keyOf(email))
}

export async function forgiveCodeAttempt({ email, device }: LoginAttempt): Promise<void> {
  if (!device) await resetPoints(perAccountCodes, keyOf(email))
}

/** Called after a new password: the account can sign in at once from here. Codes stay counted. */
export async function forgetLoginFailures(attempt: LoginAttempt): Promise<void> {
  await Promise.all([resetPoints(perAccount, keyOf(attempt.email)), forgetFailuresFrom(attempt)])
}

/** The account's count stays: an hourly sign-in would otherwise allow unlimited guesses. */
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
