import type { Queryable } from '#lib/core/db.ts'
import { PRESENT } from './sizes.ts'

const RESOLUTIONS_OF_MONTH = 60
/** One comment of so many is reported, and one video of so many has a signal. */
const REPORTED = 200
const SIGNALLED = 25
/** Older ones are decided. */
const WAITS = "interval '2 days'"

/** Officers' work without any effect on money: reports, signals, identities, rejected proposals. */
export async function writeDeskWork(on: Queryable): Promise<void> {
  const officers = `(SELECT array_agg(id ORDER BY id) AS officers FROM app_user WHERE role IN ('compliance_officer', 'super_admin')) AS o`
  const decided = (at: string) => `${at} < $1::timestamptz - ${WAITS}`
  await on.query(
    `INSERT INTO comment_report (comment_id, reporter_id, reason, created_at, dismissed_at, dismissed_by)
      SELECT id, dancer_id, 'Not kind.', at, CASE WHEN ${decided('at')} THEN at + interval '1 day' END,
        CASE WHEN ${decided('at')} THEN officers[1 + n % cardinality(officers)] END
      FROM (SELECT c.id, v.dancer_id, c.created_at + interval '1 hour' AS at, row_number() OVER (ORDER BY c.id) AS n
        FROM comment c JOIN video v ON v.id = c.video_id) AS c, ${officers} WHERE n % ${REPORTED} = 0`,
    [PRESENT],
  )
  await on.query(
    `INSERT INTO fraud_signal (kind, status, video_id, subject, day, score, reasons, gifts, votes, gift_ids, created_at, updated_at,
        decided_by, decided_at)
      SELECT 'phone', (CASE WHEN ${decided('at')} THEN 'dismissed' ELSE 'open' END)::fraud_signal_status, id, g.phone,
        (at AT TIME ZONE 'Africa/Nairobi')::date, 20 + n % 60, '[{"kind": "gifts_in_ten_minutes", "value": 6, "link": null, "points": 30}]',
        1, g.vote_count, ARRAY[g.intent_id], at, at, CASE WHEN ${decided('at')} THEN officers[1 + n % cardinality(officers)] END,
        CASE WHEN ${decided('at')} THEN at + interval '1 day' END
      FROM (SELECT id, votes_reached_at AS at, row_number() OVER (ORDER BY id) AS n FROM video WHERE vote_count > 0) AS v
      CROSS JOIN LATERAL (SELECT intent_id, phone, vote_count FROM gift WHERE video_id = v.id LIMIT 1) AS g, ${officers}
      WHERE n % ${SIGNALLED} = 0`,
    [PRESENT],
  )
  await on.query(
    `INSERT INTO kyc_review (user_id, officer_id, action, reason, created_at)
      SELECT user_id, officers[1 + n % cardinality(officers)], (CASE kyc_status WHEN 'approved' THEN 'approve' ELSE 'reject' END)::kyc_action,
        CASE kyc_status WHEN 'approved' THEN '' ELSE 'The photo is not sharp.' END, kyc_reviewed_at
      FROM (SELECT *, row_number() OVER (ORDER BY user_id) AS n FROM profile WHERE kyc_status IN ('approved', 'rejected')) AS p, ${officers}`,
  )
  await on.query(
    `INSERT INTO resolution (id, subject_type, subject_id, action, note, state, proposed_by, proposed_at, decided_by, decided_at)
      SELECT uuidv7(at - now()), 'payment', intent_id::text, 'refund', 'The payer asks for it.', 'rejected', officers[1], at, officers[2],
        at + interval '1 hour'
      FROM challenge c CROSS JOIN LATERAL (SELECT intent_id, created_at + interval '1 day' AS at FROM gift
        WHERE challenge_id = c.id ORDER BY intent_id LIMIT ${RESOLUTIONS_OF_MONTH}) AS g, ${officers}`,
  )
}

/** Notifications stay for 90 days (docs/retention.md). */
const KEPT_NOTICES = "interval '90 days'"
const UNREAD = "interval '3 days'"

/** Approvals and votes of the first days, for videos of the last months. */
export async function writeNotices(on: Queryable): Promise<void> {
  const known = `v.status = 'approved' AND v.approved_date > $1::timestamptz - ${KEPT_NOTICES}`
  const told = `SELECT v.dancer_id AS user_id, 'video_decided' AS kind, v.id || ' approved' AS occasion, 'video_approved' AS template,
      jsonb_build_object('title', v.title, 'video_id', v.id) AS data, v.approved_date + interval '2 minutes' AS at FROM video v WHERE ${known}
    UNION ALL SELECT v.dancer_id, 'votes_yesterday', v.id || ' day ' || k, 'votes_yesterday',
      jsonb_build_object('votes', 1 + v.vote_count / 10, 'video_id', v.id), v.approved_date + interval '1 day' * k
    FROM video v CROSS JOIN generate_series(1, 5) AS k WHERE ${known} AND v.vote_count > 0`
  await on.query(
    `INSERT INTO notification (id, user_id, kind, occasion, template, data, created_at, read_at, mail_sent_at, push_sent_at)
      SELECT uuidv7(at - now()), user_id, kind::notification_kind, occasion, template, data, at,
        CASE WHEN at < $1::timestamptz - ${UNREAD} THEN at + interval '1 hour' END, at, at
      FROM (${told}) AS n WHERE at < $1 ORDER BY at`,
    [PRESENT],
  )
}
