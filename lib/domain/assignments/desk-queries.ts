import type { AssignmentStatistics, UnassignedDancers } from '#lib/contract/assignments/calls.ts'
import { now } from '#lib/core/clock.ts'
import { db, firstRow, rows } from '#lib/core/db.ts'
import { phaseAt } from '#lib/domain/challenges/policy.ts'
import { newestRunning, requireCurrentChallenge } from '#lib/domain/challenges/queries.ts'
import { TRACKS_PER_DANCER } from './policy.ts'

/** A list that a person reads; the total counts everybody. */
const LISTED = 500

type WaitingDancer = {
  id: string
  first_name: string
  last_name: string
  username: string
  email: string
  subscribed_at: Date
  tracks_held: number
}

/**
 * Who has paid for the month's challenge and has fewer than three tracks, who has waited longest first: those whom an
 * assignment by hand would give some, as far as the pool has any.
 * @throws RuleError no_challenge (404) between months
 */
export async function listUnassignedDancers(): Promise<UnassignedDancers> {
  const moment = now()
  const challenge = await requireCurrentChallenge(moment)
  const waiting = await rows<WaitingDancer & { total: number }>(
    db(),
    `SELECT u.id, u.first_name, u.last_name, u.username, u.email, coalesce(s.paid_at, s.created_at) AS subscribed_at,
        count(a.id)::int AS tracks_held, (count(*) OVER ())::int AS total
      FROM subscription s JOIN app_user u ON u.id = s.dancer_id
      LEFT JOIN track_assignment a ON a.challenge_id = s.challenge_id AND a.dancer_id = s.dancer_id AND a.status <> 'cancelled'
      WHERE s.challenge_id = $1 AND s.status = 'paid'
      GROUP BY s.id, u.id HAVING count(a.id) < $2 ORDER BY subscribed_at, s.id LIMIT $3`,
    [challenge.id, TRACKS_PER_DANCER, LISTED],
  )
  return {
    total_unassigned: waiting[0]?.total ?? 0,
    challenge: { title: challenge.title, current_phase: phaseAt(challenge, moment) },
    unassigned_dancers: waiting.map(({ total: _total, ...row }) => ({
      ...row,
      subscribed_at: row.subscribed_at.toISOString(),
    })),
  }
}

/** The assignments of the month's challenge in numbers; zeros between months. The four states add up to the total. */
export async function countAssignments(): Promise<AssignmentStatistics> {
  const counted = await firstRow<AssignmentStatistics>(
    db(),
    `SELECT count(*)::int AS total_assignments,
        count(DISTINCT a.dancer_id) FILTER (WHERE a.status <> 'cancelled')::int AS unique_dancers,
        count(*) FILTER (WHERE a.status = 'active' AND NOT waits)::int AS active_assignments,
        count(*) FILTER (WHERE a.status = 'active' AND waits)::int AS pending_assignments,
        count(*) FILTER (WHERE a.status = 'completed')::int AS completed_assignments,
        count(*) FILTER (WHERE a.status = 'cancelled')::int AS cancelled_assignments,
        count(DISTINCT a.track_id) FILTER (WHERE a.status <> 'cancelled')::int AS unique_tracks
      FROM track_assignment a
      CROSS JOIN LATERAL (SELECT EXISTS (SELECT 1 FROM video v WHERE v.assignment_id = a.id AND v.status = 'pending_review') AS waits)
      WHERE a.challenge_id = (SELECT id ${newestRunning('$1')})`,
    [now()],
  )
  if (!counted) throw new Error('an aggregate without a row')
  return counted
}
