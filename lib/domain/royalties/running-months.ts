import type { RunningMonth } from '#lib/contract/challenges/calls.ts'
import { now } from '#lib/core/clock.ts'
import { db, type Queryable, rows } from '#lib/core/db.ts'
import { type ChallengePhase, phaseAt } from '#lib/domain/challenges/policy.ts'

/** A month with its dates. `latestEndAt` is the first moment after its calendar month in Nairobi. */
export type MonthRow = {
  id: string
  title: string
  phase: ChallengePhase
  startsAt: Date
  votingStartsAt: Date
  submissionsEndAt: Date
  endsAt: Date
  closedAt: Date | null
  latestEndAt: Date
}

export const monthColumns = `c.id, c.title, c.phase, c.starts_at AS "startsAt", c.voting_starts_at AS "votingStartsAt",
  c.submissions_end_at AS "submissionsEndAt", c.ends_at AS "endsAt", c.closed_at AS "closedAt",
  greatest(c.ends_at, (c.month + interval '1 month') AT TIME ZONE 'Africa/Nairobi') AS "latestEndAt"`

type Row = MonthRow & { payments: number; callbacks: number; problem: string }

/** Months that have begun and are not closed, the newest first, or one of them. */
export async function listRunningMonths(
  on: Queryable = db(),
  id: string | null = null,
): Promise<RunningMonth[]> {
  const moment = now()
  const found = await rows<Row>(
    on,
    `SELECT ${monthColumns}, c.close_problem AS problem,
        (SELECT count(*)::int FROM callback_inbox WHERE processed_at IS NULL) AS callbacks,
        (SELECT count(*)::int FROM payment_intent i
          LEFT JOIN gift g ON g.intent_id = i.id
          LEFT JOIN subscription_payment p ON p.intent_id = i.id LEFT JOIN subscription s ON s.id = p.subscription_id
          WHERE i.state IN ('created', 'submitting', 'awaiting', 'submit_unknown', 'verifying')
            AND (g.challenge_id = c.id OR s.challenge_id = c.id)) AS payments
      FROM challenge c WHERE c.phase <> 'closed' AND c.starts_at <= $1 AND ($2::uuid IS NULL OR c.id = $2)
      ORDER BY c.month DESC`,
    [moment, id],
  )
  return found.map((row) => present(row, moment))
}

const NEXT = { subscription: 'voting', voting: 'tallying', tallying: 'closed', closed: 'closed' } as const

function present(row: Row, at: Date): RunningMonth {
  const phase = phaseAt(row, at)
  return {
    id: row.id,
    title: row.title,
    phase,
    starts_at: row.startsAt.toISOString(),
    voting_starts_at: row.votingStartsAt.toISOString(),
    submissions_end_at: row.submissionsEndAt.toISOString(),
    ends_at: row.endsAt.toISOString(),
    latest_end_at: row.latestEndAt.toISOString(),
    // By the row: where the worker is late, the phase that the dates say is moved into first.
    next_phase: NEXT[row.phase],
    payments_open: row.payments,
    callbacks_open: row.callbacks,
    close_problem: row.problem,
  }
}
