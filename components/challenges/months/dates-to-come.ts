import type { RunningMonth } from '#lib/contract/challenges/calls.ts'

const dates = ['voting_starts_at', 'submissions_end_at', 'ends_at'] as const

/** Returns which dates of a month are still to come: those alone are moved. Voting may have been opened ahead of its date. */
export function datesToCome(month: RunningMonth, at: Date): readonly (typeof dates)[number][] {
  return dates.filter((name) =>
    name === 'voting_starts_at' ? month.phase === 'subscription' : Date.parse(month[name]) > at.getTime(),
  )
}
