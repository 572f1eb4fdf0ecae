import { RateLimitedError } from '#lib/core/errors.ts'
import { networkOf, siteOf } from '#lib/core/network.ts'
import { hiddenKey, type RateRule, resetPoints, returnPoints, takePoints } from '#lib/core/rate-limit.ts'

const QUARTER_HOUR = 15 * 60

// docs/decisions/0018. Nobody is locked out by what happens on other networks, up to a number that only many networks reach.
const perPair: RateRule = { name: 'login-pair', points: 10, seconds: QUARTER_HOUR }
/** Of one IPv6 line, which has up to 65,536 networks: it alone can not use up what the account has for everybody. */
const perSitePair: RateRule = { name: 'login-site-pair', points: 30, seconds: QUARTER_HOUR }
/** For who tries a few passwords on many accounts: a carrier puts thousands of phones behind one address. */
const perNetwork: RateRule = { name: 'login-network', points: 300, seconds: QUARTER_HOUR }
const perAccount: RateRule = { name: 'login-account', points: 100, seconds: QUARTER_HOUR }
const perDevice: RateRule = { name: 'login-device', points: 10, seconds: QUARTER_HOUR }
/** A code has six digits, and who gets to guess one has the password. */
const perAccountCodes: RateRule = { name: 'login-codes', points: 10, seconds: QUARTER_HOUR }

/** `device` is where the person of this email has signed in before, null anywhere else; `address` the caller's. */
export type LoginAttempt = {
  readonly email: string
  readonly address: string
  readonly device: string | null
}

/** What an attempt counts against: a known device against itself alone, so that no stranger can use it up. */
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
 * Counts an attempt before the password is looked at, so that a hundred guesses at once are not a hundred free ones.
 * Unknown emails are counted like known ones.
 * @throws RateLimitedError after ten failures for the account from one network (or known device), thirty from all networks of an
 *   IPv6 /48, a hundred for the account from unknown devices anywhere, or three hundred from the network, in 15 minutes
 */
export async function countLoginAttempt(attempt: LoginAttempt): Promise<void> {
  // One after the other: who goes on with one email takes nothing more from its network, and a network nothing more from the account.
  for (const [rule, key] of countersOf(attempt)) await take(rule, key)
}

/** Takes an attempt back that turned out right; former failures from there are forgotten. */
export async function forgiveLoginAttempt(attempt: LoginAttempt): Promise<void> {
  await returnLoginAttempt(attempt)
  await forgetFailuresFrom(attempt)
}

/** Takes back an attempt whose password was right and that is not over; former failures stay. */
export async function returnLoginAttempt(attempt: LoginAttempt): Promise<void> {
  await Promise.all(countersOf(attempt).map(([rule, key]) => returnPoints(rule, key)))
}

/**
 * The same where a registration's password was right. Its network keeps the attempt: anybody can register, and each of these compares
 * several hashes.
 */
export async function returnPendingAttempt(attempt: LoginAttempt): Promise<void> {
  const returned = countersOf(attempt).filter(([rule]) => rule !== perNetwork)
  await Promise.all(returned.map(([rule, key]) => returnPoints(rule, key)))
}

/**
 * Counts a code of the second factor before it is looked at: ten wrong ones for the account from unknown devices, ten from
 * a known one, in 15 minutes.
 * @throws RateLimitedError
 */
export async function countCodeAttempt({ email, device }: LoginAttempt): Promise<void> {
  // A known device has its ten attempts counted already.
  if (!device) await take(perAccountCodes, keyOf(email))
}

/** The code was right. */
export async function forgiveCodeAttempt({ email, device }: LoginAttempt): Promise<void> {
  if (!device) await resetPoints(perAccountCodes, keyOf(email))
}

/** Lets an account sign in again at once, from here: its password is a new one. Codes stay counted. */
export async function forgetLoginFailures(attempt: LoginAttempt): Promise<void> {
  await Promise.all([resetPoints(perAccount, keyOf(attempt.email)), forgetFailuresFrom(attempt)])
}

/** The account's count stays where it is: whoever signs in each hour would make room for as many guesses. */
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
