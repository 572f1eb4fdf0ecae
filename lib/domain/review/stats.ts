import type { ComplianceStats } from '#lib/contract/review/calls.ts'
import { addSeconds, now } from '#lib/core/clock.ts'
import { db, firstRow } from '#lib/core/db.ts'

const MEASURED_SECONDS = 30 * 24 * 60 * 60

type StatsRow = {
  under_review: number
  approved: number
  rejected: number
  tracks_pending: number
  videos_pending: number
  oldest_pending_at: Date | null
  median_hours: number | null
}

/** How much waits at the officers' desk, since when, and how long decisions took in the last 30 days. */
export async function readComplianceStats(): Promise<ComplianceStats> {
  const row = await firstRow<StatsRow>(db(), {
    name: 'compliance-stats',
    text: `SELECT k.*, t.tracks_pending, v.videos_pending, least(k.oldest, t.oldest, v.oldest) AS oldest_pending_at,
        (SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY hours) FROM (${decisions}) d) AS median_hours
      FROM (SELECT count(*) FILTER (WHERE kyc_status = 'under_review')::int AS under_review,
              count(*) FILTER (WHERE kyc_status = 'approved')::int AS approved,
              count(*) FILTER (WHERE kyc_status = 'rejected')::int AS rejected,
              min(kyc_submitted_at) FILTER (WHERE kyc_status = 'under_review') AS oldest
            FROM profile JOIN app_user u ON u.id = user_id AND u.role IN ('dancer', 'copyright_owner')
              AND u.deleted_at IS NULL) k,
        (SELECT count(*)::int AS tracks_pending, min(created_at) AS oldest FROM track WHERE status = 'pending') t,
        (SELECT count(*)::int AS videos_pending, min(upload_date) AS oldest
           FROM video WHERE status = 'pending_review') v`,
    values: [addSeconds(now(), -MEASURED_SECONDS)],
  })
  if (!row) throw new Error('an aggregate without a row')
  const { under_review, approved, rejected, tracks_pending, videos_pending } = row
  return {
    pending: under_review,
    under_review,
    approved,
    rejected,
    tracks_pending,
    videos_pending,
    oldest_pending_at: row.oldest_pending_at?.toISOString() ?? null,
    median_hours_to_decide: row.median_hours === null ? null : Math.round(row.median_hours * 10) / 10,
  }
}

/** People's decisions since $1 with the hours that they took; what the worker refused by itself has no reviewer. */
const decisions = `
  SELECT extract(epoch FROM kyc_reviewed_at - kyc_submitted_at)::float8 / 3600 AS hours FROM profile
    WHERE kyc_status IN ('approved', 'rejected') AND kyc_reviewed_at > greatest($1, kyc_submitted_at)
  UNION ALL SELECT extract(epoch FROM reviewed_at - created_at)::float8 / 3600 FROM track
    WHERE reviewed_by IS NOT NULL AND reviewed_at > $1
  UNION ALL SELECT extract(epoch FROM reviewed_at - upload_date)::float8 / 3600 FROM video
    WHERE reviewed_by IS NOT NULL AND reviewed_at > $1`
