import type { Queryable } from '#lib/core/db.ts'
import { namesOf, titleSql } from './names.ts'
import { PRESENT, type Size, sqlTime } from './sizes.ts'

const OFFICERS = 5
const SUPER_ADMINS = 3
const TRACKS_OF_MUSICIAN = 4
const present = sqlTime(PRESENT)

/** People with profiles, wallets and sessions, and tracks. @param since the first registration */
export async function writeWorld(on: Queryable, size: Size, since: Date): Promise<void> {
  const start = sqlTime(since)
  await on.query(`
    CREATE SEQUENCE growth_number;
    INSERT INTO app_user (id, email, username, password_hash, role, phone_number, is_email_verified, last_active_at, created_at)
      SELECT uuidv7(at - now()), name, name, '', role::role, phone, true, ${present} - interval '1 day' * (n % 90), at
      FROM (SELECT role || n AS name, role, n, phones || lpad(n::text, 8, '0') AS phone,
          ${start} + (n::float8 / many) * (${present} - ${start}) AS at
        FROM (VALUES ('dancer', ${size.dancers}, '2547'), ('copyright_owner', ${size.musicians}, '2541'),
            ('compliance_officer', ${OFFICERS}, '2542'), ('super_admin', ${SUPER_ADMINS}, '2543')) AS roles(role, many, phones)
          CROSS JOIN LATERAL generate_series(1, many) AS n) AS people ORDER BY at;
    INSERT INTO profile (user_id, display_name, bio, kyc_status, kyc_submitted_at, kyc_reviewed_at)
      SELECT id, '', 'Dances since childhood.',
        CASE WHEN n % 50 = 0 THEN 'under_review' WHEN n % 50 = 1 THEN 'rejected' ELSE 'approved' END::kyc_status,
        created_at, CASE WHEN n % 50 > 0 THEN created_at + interval '1 day' END
      FROM (SELECT *, row_number() OVER (ORDER BY id) AS n FROM app_user) AS people
      WHERE role IN ('dancer', 'copyright_owner')`)
  await namePeople(on, size.dancers + size.musicians + OFFICERS + SUPER_ADMINS)
  await on.query(`
    INSERT INTO account (kind, owner_id) SELECT CASE role WHEN 'dancer' THEN 'dancer' ELSE 'musician' END, id
      FROM app_user WHERE role IN ('dancer', 'copyright_owner') ORDER BY id;
    INSERT INTO session (user_id, created_at, expires_at)
      SELECT id, last_active_at, last_active_at + interval '30 days' FROM app_user
      WHERE last_active_at > ${present} - interval '30 days';
    INSERT INTO track (id, musician_id, title, artist, genre, status, object_key, file_size, duration_seconds, created_at,
        reviewed_at)
      SELECT uuidv7(created_at - now()), id, ${titleSql('turn', 2)}, first_name || ' ' || last_name, 'Gengetone', 'approved',
        'tracks/' || username || '-' || n, 3000000, 180, created_at, created_at + interval '1 day'
      FROM (SELECT *, row_number() OVER (ORDER BY id, n) AS turn FROM app_user CROSS JOIN generate_series(1, ${TRACKS_OF_MUSICIAN}) AS n
        WHERE role = 'copyright_owner') AS t`)
}

/** Names and towns, in order of registration. */
async function namePeople(on: Queryable, many: number): Promise<void> {
  await on.query(
    `CREATE TEMP TABLE person_name AS SELECT u.id, n.* FROM json_to_recordset($1) AS n(turn int, username text, look text, email text,
        first text, last text, display text, "displayLook" text, town text, county text)
      JOIN (SELECT id, row_number() OVER (ORDER BY id) - 1 AS turn FROM app_user) AS u USING (turn)`,
    [JSON.stringify(namesOf(many))],
  )
  await on.query(`
    UPDATE app_user u SET username = n.username, username_look = n.look, email = n.email, first_name = n.first, last_name = n.last
      FROM person_name n WHERE n.id = u.id;
    UPDATE profile p SET display_name = n.display, display_name_look = n."displayLook", location = n.town, county = n.county
      FROM person_name n WHERE n.id = p.user_id;
    DROP TABLE person_name`)
  // Packed pages.
  await on.query('VACUUM FULL app_user, profile')
}

/** SQL of officers' actions over the whole history. The worker's job seals them afterwards. */
export const auditSql = (audits: number, since: Date) => `
  WITH officers AS (SELECT array_agg(id ORDER BY id) AS ids FROM app_user WHERE role IN ('compliance_officer', 'super_admin')),
      videos AS (SELECT id, row_number() OVER (ORDER BY id) - 1 AS n, count(*) OVER () AS many FROM video),
      users AS (SELECT id, row_number() OVER (ORDER BY id) - 1 AS n, count(*) OVER () AS many FROM app_user)
    INSERT INTO audit_event (at, actor_id, action, subject_type, subject_id, before, after, address)
    SELECT ${sqlTime(since)} + (i::float8 / ${audits}) * (${present} - interval '10 minutes' - ${sqlTime(since)}),
      ids[1 + i % cardinality(ids)],
      (ARRAY['video.approved', 'video.rejected', 'video.viewed', 'kyc.approved', 'kyc.document_viewed', 'kyc.rejected'])[1 + i % 6],
      CASE WHEN i % 6 < 3 THEN 'video' ELSE 'user' END,
      CASE WHEN i % 6 < 3 THEN v.id ELSE u.id END::text,
      '{"status": "pending"}', jsonb_build_object('status', 'decided', 'turn', i), '10.0.' || i % 7 || '.' || i % 251
    FROM generate_series(1, ${audits}) AS i CROSS JOIN officers
    JOIN videos v ON v.n = i % (SELECT max(many) FROM videos) JOIN users u ON u.n = i % (SELECT max(many) FROM users)
    ORDER BY i`

const officers = `(SELECT array_agg(id ORDER BY id) AS officers FROM app_user WHERE role IN ('compliance_officer', 'super_admin')) AS o`
/** Work of the last two days waits. @param value SQL of a decision's value */
const ifDecided = (value: string) => `CASE WHEN at < ${present} - interval '2 days' THEN ${value} END`
const decider = 'officers[1 + n % cardinality(officers)]'

/**
 * SQL of officers' work without any effect on money: reports of some comments, signals of some videos,
 * identities, rejected proposals.
 */
export const deskWorkSql = `
  INSERT INTO comment_report (comment_id, reporter_id, reason, created_at, dismissed_at, dismissed_by)
    SELECT id, dancer_id, 'Not kind.', at, ${ifDecided("at + interval '1 day'")}, ${ifDecided(decider)}
    FROM (SELECT c.id, v.dancer_id, c.created_at + interval '1 hour' AS at, row_number() OVER (ORDER BY c.id) AS n
      FROM comment c JOIN video v ON v.id = c.video_id) AS c, ${officers} WHERE n % 200 = 0;
  INSERT INTO fraud_signal (kind, status, video_id, subject, day, score, reasons, gifts, votes, gift_ids, created_at, updated_at,
      decided_by, decided_at)
    SELECT 'phone', coalesce(${ifDecided("'dismissed'")}, 'open')::fraud_signal_status, id, g.phone,
      (at AT TIME ZONE 'Africa/Nairobi')::date, 20 + n % 60, '[{"kind": "gifts_in_ten_minutes", "value": 6, "link": null, "points": 30}]',
      1, g.vote_count, ARRAY[g.intent_id], at, at, ${ifDecided(decider)}, ${ifDecided("at + interval '1 day'")}
    FROM (SELECT id, votes_reached_at AS at, row_number() OVER (ORDER BY id) AS n FROM video WHERE vote_count > 0) AS v
    CROSS JOIN LATERAL (SELECT intent_id, phone, vote_count FROM gift WHERE video_id = v.id LIMIT 1) AS g, ${officers}
    WHERE n % 25 = 0;
  INSERT INTO kyc_review (user_id, officer_id, action, reason, created_at)
    SELECT user_id, ${decider}, (CASE kyc_status WHEN 'approved' THEN 'approve' ELSE 'reject' END)::kyc_action,
      CASE kyc_status WHEN 'approved' THEN '' ELSE 'The photo is not sharp.' END, kyc_reviewed_at
    FROM (SELECT *, row_number() OVER (ORDER BY user_id) AS n FROM profile WHERE kyc_status IN ('approved', 'rejected')) AS p, ${officers};
  INSERT INTO resolution (id, subject_type, subject_id, action, note, state, proposed_by, proposed_at, decided_by, decided_at)
    SELECT uuidv7(at - clock_timestamp()), 'payment', intent_id::text, 'refund', 'The payer asks for it.', 'rejected', officers[1], at,
      officers[2], at + interval '1 hour'
    FROM challenge c CROSS JOIN LATERAL (SELECT intent_id, created_at + interval '1 day' AS at FROM gift
      WHERE challenge_id = c.id ORDER BY intent_id LIMIT 60) AS g, ${officers}`

/** Notifications stay for 90 days (docs/retention.md). */
const isKept = `v.status = 'approved' AND v.approved_date > ${present} - interval '90 days'`

/** SQL of approvals and votes of the first days, for videos of the last months. */
export const noticesSql = `
  INSERT INTO notification (id, user_id, kind, occasion, template, data, created_at, read_at, mail_sent_at, push_sent_at)
    SELECT uuidv7(at - clock_timestamp()), user_id, kind::notification_kind, occasion, template, data, at,
      CASE WHEN at < ${present} - interval '3 days' THEN at + interval '1 hour' END, at, at
    FROM (SELECT v.dancer_id AS user_id, 'video_decided' AS kind, v.id || ' approved' AS occasion, 'video_approved' AS template,
        jsonb_build_object('title', v.title, 'video_id', v.id) AS data, v.approved_date + interval '2 minutes' AS at
      FROM video v WHERE ${isKept}
      UNION ALL SELECT v.dancer_id, 'votes_yesterday', v.id || ' day ' || k, 'votes_yesterday',
        jsonb_build_object('votes', 1 + v.vote_count / 10, 'video_id', v.id), v.approved_date + interval '1 day' * k
      FROM video v CROSS JOIN generate_series(1, 5) AS k WHERE ${isKept} AND v.vote_count > 0) AS n
    WHERE at < ${present} ORDER BY at`
