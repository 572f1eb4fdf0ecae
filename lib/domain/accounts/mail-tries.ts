import { RateLimitedError } from '#lib/core/errors.ts'
import { networkOf, siteOf } from '#lib/core/network.ts'
import { hiddenKey, type RateRule, returnPoints, takePoints } from '#lib/core/rate-limit.ts'

/** What anybody can have mailed to any email: a verification link, a link to a new password, the status of its account. */
export type MailKind = 'verification' | 'reset' | 'status'
type MailTry = { readonly kind: MailKind; readonly email: string; readonly address: string }

const HOUR = 60 * 60
// docs/decisions/0017. A stranger elsewhere can not use up the owner's mails, up to a number that only many networks reach.
const perPair: RateRule = { name: 'mails-pair', points: 3, seconds: HOUR }
/** All networks of an IPv6 line. */
const perSitePair: RateRule = { name: 'mails-site-pair', points: 9, seconds: HOUR }
const perEmail: RateRule = { name: 'mails-email', points: 30, seconds: HOUR }

/** Says the same of every email, because it is said before anybody looks for an account. */
export function countersOf({ kind, email, address }: MailTry): [RateRule, string][] {
  const site = siteOf(address)
  const keyOf = (where: string) => hiddenKey('mails', kind, email, where)
  return [
    [perPair, keyOf(networkOf(address))],
    ...(site === null ? [] : [[perSitePair, keyOf(site)] satisfies [RateRule, string]]),
    [perEmail, keyOf('')],
  ]
}

/**
 * Counts a mail to an email before it is asked for, whether or not anybody has that email: three an hour from one network, nine from
 * an IPv6 /48, thirty from anywhere, of each kind.
 * @throws RateLimitedError
 */
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

/** Gives a mail back that was not asked for after all. */
export async function uncountMail(asked: MailTry): Promise<void> {
  await Promise.all(countersOf(asked).map(([rule, key]) => returnPoints(rule, key)))
}
