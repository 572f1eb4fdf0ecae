import { env } from '#lib/core/env.ts'
import { signHex } from '#lib/core/ids.ts'
import { networkOf } from '#lib/core/network.ts'
import { type RateRule, resetPoints, returnPoints, takePoints } from '#lib/core/rate-limit.ts'

// Ten failures for one account or thirty from one address in 15 minutes (design/api.md, Auth).
const perAccount: RateRule = { name: 'login-account', points: 10, seconds: 15 * 60 }
const perAddress: RateRule = { name: 'login-address', points: 30, seconds: 15 * 60 }

/**
 * Counts an attempt before the password is looked at, so that a hundred guesses at once are not a hundred free ones.
 * Unknown emails are counted like known ones.
 * @throws RateLimitedError after ten failures for the account or thirty from the address
 */
export async function countLoginAttempt(email: string, address: string): Promise<void> {
  await takePoints(perAddress, networkOf(address))
  await takePoints(perAccount, accountKey(email))
}

/** Takes an attempt back that turned out right; the account's former failures are forgotten. */
export async function forgiveLoginAttempt(email: string, address: string): Promise<void> {
  await Promise.all([forgetLoginFailures(email), returnPoints(perAddress, networkOf(address))])
}

/** Takes back an attempt whose password was right and whose second factor is still asked for; former failures stay. */
export async function returnLoginAttempt(email: string, address: string): Promise<void> {
  await Promise.all([
    returnPoints(perAccount, accountKey(email)),
    returnPoints(perAddress, networkOf(address)),
  ])
}

/** Lets an account sign in again at once: its password is a new one. */
export async function forgetLoginFailures(email: string): Promise<void> {
  await resetPoints(perAccount, accountKey(email))
}

/** Redis shows its keys to whoever may look: no email is in them. */
function accountKey(email: string): string {
  return signHex(env.AUTH_SECRET, `login:${email}`, 32)
}
