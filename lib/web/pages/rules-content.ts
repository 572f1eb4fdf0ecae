import type { Rules } from '#lib/contract/challenges/rules.ts'
import { now } from '#lib/core/clock.ts'
import { env } from '#lib/core/env.ts'
import { RuleError } from '#lib/core/errors.ts'
import { getCurrentChallenge, requireCurrentChallenge } from '#lib/domain/challenges/queries.ts'
import { readSettings } from '#lib/domain/settings/queries.ts'
import { withoutDatabaseInBuild } from './page-content.ts'

const nothing: Rules = {
  votesPerPhone: null,
  votingFrom: null,
  submissionsTo: null,
  ussdCode: null,
  month: null,
}

export function readRules(): Promise<Rules> {
  return withoutDatabaseInBuild(nothing, async () => {
    const [settings, month] = await Promise.all([readSettings(), currentTerms()])
    return {
      votesPerPhone: settings.max_votes_per_phone_per_video_per_day,
      votingFrom: settings.voting_starts_day,
      submissionsTo: settings.submissions_close_day,
      ussdCode: env.USSD_CODE ?? null,
      month,
    }
  })
}

/**
 * Reads the month's own figures: changed settings apply from the next month, and an administrator may move
 * dates.
 */
async function currentTerms(): Promise<Rules['month']> {
  try {
    const at = now()
    const [month, dates] = await Promise.all([getCurrentChallenge(at), requireCurrentChallenge(at)])
    return {
      fee: month.subscription_fee,
      isLaunchOffer: month.is_launch_offer,
      winners: month.winners,
      prize: month.prize_per_winner,
      votingStartsAt: dates.votingStartsAt.toISOString(),
      submissionsEndAt: dates.submissionsEndAt.toISOString(),
    }
  } catch (error) {
    if (error instanceof RuleError && error.code === 'no_challenge') return null
    throw error
  }
}
