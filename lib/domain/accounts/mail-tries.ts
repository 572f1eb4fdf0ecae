import { RateLimitedError } from '#lib/core/errors.ts'
import { networkOf, siteOf } from '#lib/core/network.ts'
import { hiddenKey, type RateRule, returnPoints, takePoints } from '#lib/core/rate-limit.ts'

/** Mails that anybody can request to any email. */
export type MailKind = 'verification' | 'reset' | 'status'
type MailTry = { readonly kind: MailKind; readonly email: string; readonly address: string }

const HOUR = 60 * 60
// docs/decisions/0017. One network cannot use up an email's hourly limit; only many together can.
const perPair: RateRule = { name: 'mails-pair', points: 3, seconds: HOUR }
/** For all networks of an IPv6 /48 together. */
const perSitePair: RateRule = { name: 'mails-site-pair', points: 9, seconds: HOUR }
const perEmail: RateRule = { name: 'mails-email', points: 30, seconds: HOUR }

/** The same limits for every email, because they apply before an account is looked up. */
export function countersOf({ kind, email, address }: MailTry): [RateRule, string][] {
  const site = siteOf(address)
  const keyOf = (where: string) => hiddenKey('mails', kind, email, where)
  return [
    [perPair, keyOf(networkOf(address))],
    ...(site === null ? [] : [[perSitePair, keyOf(site)] satisfies [RateRule, string]]),
    [perEmail, keyOf('')],
  ]
}

/** Counts a mail before it is requested, whether or not an account has the email. @throws RateLimitedError */
export async function countMail(asked: MailTry): Promise<void> {
  const taken: [RateRule, string][] = []
  for (const [rule, key] of countersOf(asked)) {
    try {
      await takePoints(rule, key)
      taken.push([rule, key])
    } catch (error) {
      if (!(error instanceof RateLimitedError)) throw error
      await Promise.all(taken.map(([before, of]) => returnPoints(before, of)))
      throw new RateLimitedError(error.retryAfter, 'no_more_mails')
    }
  }
}

/** Called for a mail that was not requested after all. */
export async function uncountMail(asked: MailTry): Promise<void> {
  await Promise.all(countersOf(asked).map(([rule, key]) => returnPoints(rule, key)))
}
