import { env } from '#lib/core/env.ts'
import { RateLimitedError } from '#lib/core/errors.ts'
import { siteOf } from '#lib/core/network.ts'
import { hiddenKey, type RateRule, returnPoints, takePoints } from '#lib/core/rate-limit.ts'

// New phones that a whole IPv6 /48 may have prompted, which one line can have with all its networks (docs/decisions/0006). They are
// counted in Redis, because counting them in Postgres read all payments of a carrier's day for each order.

const newPhones: RateRule = {
  name: 'prompts-site',
  points: env.PROMPT_NEW_PHONES_PER_SITE,
  seconds: 3_600,
}

/** Returns what the /48 of an address is counted as; '' for IPv4 and for what is no address. */
export function siteMark(address: string): string {
  const site = siteOf(address)
  return site === null ? '' : hiddenKey('prompts', site)
}

/** Counts a new phone of a site. @returns false where the site has had as many as it may in this hour */
export async function takeSiteRoom(site: string): Promise<boolean> {
  try {
    await takePoints(newPhones, site)
    return true
  } catch (error) {
    if (!(error instanceof RateLimitedError)) throw error
    // It was not asked, so it takes none of the room that payers make.
    await returnPoints(newPhones, site)
    return false
  }
}

/** Makes room for one more: a phone that has paid orders again, as many do in a carrier's crowd. */
export async function giveSiteRoom(site: string): Promise<void> {
  await returnPoints(newPhones, site)
}
