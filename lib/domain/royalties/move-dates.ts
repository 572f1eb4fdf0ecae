import type { GivenRunningMonth } from '#lib/contract/challenges/calls.ts'
import { now } from '#lib/core/clock.ts'
import type { Queryable } from '#lib/core/db.ts'
import { type FieldSentences, NotFoundError, RuleError, ValidationError } from '#lib/core/errors.ts'
import { emit, transaction } from '#lib/core/outbox.ts'
import { say } from '#lib/core/sentence.ts'
import { recordAudit } from '#lib/domain/audit/commands.ts'
import { publicContentChanged } from '#lib/domain/challenges/events.ts'
import { phaseAt } from '#lib/domain/challenges/policy.ts'
import { listRunningMonths, type MonthRow, months } from './running-months.ts'

export type DateMove = {
  challengeId: string
  /** ISO 8601; absent dates stay. */
  dates: { voting_starts_at?: string; submissions_end_at?: string; ends_at?: string }
  by: { id: string }
  address: string
}

type Dates = Pick<MonthRow, 'votingStartsAt' | 'submissionsEndAt' | 'endsAt'>

/**
 * Moves future dates of a month. Past dates stay: subscriptions paid after the end of submissions were
 * refused or refunded. Without a change nothing is written or audited.
 * @throws NotFoundError for an unknown month
 * @throws RuleError wrong_phase (409) during tallying
 * @throws ValidationError for a past date, a wrong order, or a date beyond the calendar month
 */
export function moveDates({ challengeId, dates, by, address }: DateMove): Promise<GivenRunningMonth> {
  return transaction(async (tx) => {
    const moment = now()
    const month = await months(tx.client)
      .where('c.id', '=', challengeId)
      .where('c.startsAt', '<=', moment)
      .forUpdate()
      .executeTakeFirst()
    if (!month) throw new NotFoundError()
    const phase = phaseAt(month, moment)
    if (phase === 'tallying' || phase === 'closed') throw new RuleError(say('wrong_phase', { phase }), 409)
    const after: Dates = {
      votingStartsAt: dateOf(dates.voting_starts_at) ?? month.votingStartsAt,
      submissionsEndAt: dateOf(dates.submissions_end_at) ?? month.submissionsEndAt,
      endsAt: dateOf(dates.ends_at) ?? month.endsAt,
    }
    const errors = findErrors(month, after, moment)
    if (Object.keys(errors).length > 0) throw new ValidationError(errors)
    if (!isChanged(month, after)) return presentMonth(tx.client, challengeId)
    await tx.kysely.updateTable('challenge').set(after).where('id', '=', challengeId).execute()
    await recordAudit(tx, {
      actor: by,
      action: 'challenge.dates_moved',
      subject: { type: 'challenge', id: challengeId },
      before: wordsOf(month),
      after: wordsOf(after),
      address,
    })
    await emit(tx, publicContentChanged, { what: 'challenge' })
    return presentMonth(tx.client, challengeId)
  })
}

async function presentMonth(on: Queryable, challengeId: string): Promise<GivenRunningMonth> {
  const [month] = await listRunningMonths(on, challengeId)
  if (!month) throw new Error(`no running month ${challengeId}`)
  return month
}

const names = ['votingStartsAt', 'submissionsEndAt', 'endsAt'] as const

function isChanged(before: Dates, after: Dates): boolean {
  return names.some((name) => before[name].getTime() !== after[name].getTime())
}

const dateOf = (text: string | undefined) => (text === undefined ? undefined : new Date(text))

function wordsOf({ votingStartsAt, submissionsEndAt, endsAt }: Dates): Record<string, string> {
  return {
    voting_starts_at: votingStartsAt.toISOString(),
    submissions_end_at: submissionsEndAt.toISOString(),
    ends_at: endsAt.toISOString(),
  }
}

/** Checks moved dates, and that submissions end by the month's end. */
function findErrors(month: MonthRow, after: Dates, moment: Date): FieldSentences {
  const errors: FieldSentences = {}
  const isMoved = (name: keyof Dates) => after[name].getTime() !== month[name].getTime()
  if (isMoved('votingStartsAt')) {
    if (phaseAt(month, moment) !== 'subscription') errors.voting_starts_at = 'dates.voting_open'
    else if (after.votingStartsAt <= moment) errors.voting_starts_at = 'dates.past'
    else if (after.votingStartsAt >= after.endsAt) errors.voting_starts_at = 'dates.after_end'
  }
  if (isMoved('submissionsEndAt') && month.submissionsEndAt <= moment)
    errors.submissions_end_at = 'dates.submissions_closed'
  else if (isMoved('submissionsEndAt') && after.submissionsEndAt <= moment)
    errors.submissions_end_at = 'dates.past'
  else if (after.submissionsEndAt > after.endsAt) errors.submissions_end_at = 'dates.not_after_end'
  if (isMoved('endsAt')) {
    if (after.endsAt <= moment) errors.ends_at = 'dates.past'
    else if (after.endsAt > month.latestEndAt) errors.ends_at = 'dates.beyond_month'
    else if (after.endsAt <= after.votingStartsAt) errors.ends_at = 'dates.before_voting'
  }
  return errors
}
