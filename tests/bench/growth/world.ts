import type { Queryable } from '#lib/core/db.ts'
import { namesOf, titleSql } from './names.ts'
import { PRESENT, type Size } from './sizes.ts'

const OFFICERS = 5
const SUPER_ADMINS = 3
const TRACKS_OF_MUSICIAN = 4

/** People with profiles, wallets and sessions, and tracks. @param since the first registration */
export async function writeWorld(on: Queryable, size: Size, since: Date): Promise<void> {
  await on.query('CREATE SEQUENCE growth_number')
  await on.query(
    `INSERT INTO app_user (id, email, username, password_hash, role, phone_number, is_email_verified, last_active_at, created_at)
      SELECT uuidv7(at - now()), name, name, '', role::role, phone, true, $2::timestamptz - interval '1 day' * (n % 90), at
      FROM (SELECT role || n AS name, role, n, phones || lpad(n::text, 8, '0') AS phone,
          $1::timestamptz + (n::float8 / many) * ($2::timestamptz - $1::timestamptz) AS at
        FROM (VALUES ('dancer', ${size.dancers}, '2547'), ('copyright_owner', ${size.musicians}, '2541'),
            ('compliance_officer', ${OFFICERS}, '2542'), ('super_admin', ${SUPER_ADMINS}, '2543')) AS roles(role, many, phones)
          CROSS JOIN LATERAL generate_series(1, many) AS n) AS people ORDER BY at`,
    [since, PRESENT],
  )
  await on.query(
    `INSERT INTO profile (user_id, display_name, bio, kyc_status, kyc_submitted_at, kyc_reviewed_at)
      SELECT id, '', 'Dances since childhood.',
        CASE WHEN n % 50 = 0 THEN 'under_review' WHEN n % 50 = 1 THEN 'rejected' ELSE 'approved' END::kyc_status,
        created_at, CASE WHEN n % 50 > 0 THEN created_at + interval '1 day' END
      FROM (SELECT *, row_number() OVER (ORDER BY id) AS n FROM app_user) AS people
      WHERE role IN ('dancer', 'copyright_owner')`,
  )
  await namePeople(on)
  await on.query(
    `INSERT INTO account (kind, owner_id) SELECT CASE role WHEN 'dancer' THEN 'dancer' ELSE 'musician' END, id
      FROM app_user WHERE role IN ('dancer', 'copyright_owner') ORDER BY id`,
  )
  await on.query(
    `INSERT INTO session (user_id, created_at, expires_at)
      SELECT id, last_active_at, last_active_at + interval '30 days' FROM app_user
      WHERE last_active_at > $1::timestamptz - interval '30 days'`,
    [PRESENT],
  )
  await on.query(
    `INSERT INTO track (id, musician_id, title, artist, genre, status, object_key, file_size, duration_seconds, created_at,
        reviewed_at)
      SELECT uuidv7(created_at - now()), id, ${titleSql('turn', 2)}, first_name || ' ' || last_name, 'Gengetone', 'approved',
        'tracks/' || username || '-' || n, 3000000, 180, created_at, created_at + interval '1 day'
      FROM (SELECT *, row_number() OVER (ORDER BY id, n) AS turn FROM app_user CROSS JOIN generate_series(1, ${TRACKS_OF_MUSICIAN}) AS n
        WHERE role = 'copyright_owner') AS t`,
  )
}

/** Names and towns, in order of registration. */
async function namePeople(on: Queryable): Promise<void> {
  const { rows } = await on.query<{ many: number }>('SELECT count(*)::int4 AS many FROM app_user')
  const names = namesOf(rows[0]?.many ?? 0)
  await on.query(
    `CREATE TEMP TABLE person_name AS SELECT u.id, n.* FROM json_to_recordset($1) AS n(turn int, username text, look text, email text,
        first text, last text, display text, "displayLook" text, town text, county text)
      JOIN (SELECT id, row_number() OVER (ORDER BY id) - 1 AS turn FROM app_user) AS u USING (turn)`,
    [JSON.stringify(names)],
  )
  await on.query(
    `UPDATE app_user u SET username = n.username, username_look = n.look, email = n.email, first_name = n.first, last_name = n.last
      FROM person_name n WHERE n.id = u.id`,
  )
  await on.query(
    `UPDATE profile p SET display_name = n.display, display_name_look = n."displayLook", location = n.town, county = n.county
      FROM person_name n WHERE n.id = p.user_id`,
  )
  await on.query('DROP TABLE person_name')
  // Packed pages.
  await on.query('VACUUM FULL app_user, profile')
}

/** Officers' actions over the whole history. The worker's job seals them afterwards. */
export async function writeAudit(on: Queryable, size: Size, since: Date): Promise<void> {
  await on.query(
    `WITH officers AS (SELECT array_agg(id ORDER BY id) AS ids FROM app_user WHERE role IN ('compliance_officer', 'super_admin')),
        videos AS (SELECT id, row_number() OVER (ORDER BY id) - 1 AS n, count(*) OVER () AS many FROM video),
        users AS (SELECT id, row_number() OVER (ORDER BY id) - 1 AS n, count(*) OVER () AS many FROM app_user)
      INSERT INTO audit_event (at, actor_id, action, subject_type, subject_id, before, after, address)
      SELECT $1::timestamptz + (i::float8 / ${size.audits}) * ($2::timestamptz - interval '10 minutes' - $1::timestamptz),
        ids[1 + i % cardinality(ids)],
        (ARRAY['video.approved', 'video.rejected', 'video.viewed', 'kyc.approved', 'kyc.document_viewed', 'kyc.rejected'])[1 + i % 6],
        CASE WHEN i % 6 < 3 THEN 'video' ELSE 'user' END,
        CASE WHEN i % 6 < 3 THEN v.id ELSE u.id END::text,
        '{"status": "pending"}', jsonb_build_object('status', 'decided', 'turn', i), '10.0.' || i % 7 || '.' || i % 251
      FROM generate_series(1, ${size.audits}) AS i CROSS JOIN officers
      JOIN videos v ON v.n = i % (SELECT max(many) FROM videos) JOIN users u ON u.n = i % (SELECT max(many) FROM users)
      ORDER BY i`,
    [since, PRESENT],
  )
}
