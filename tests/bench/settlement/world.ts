const DANCERS = 30
const MUSICIANS = 14
const VIDEOS = 40

/** SQL of one month in voting with people, tracks and videos. */
export const fillWorld = `
  INSERT INTO app_user (username, email, password_hash, role)
    SELECT role || n, role || n || '@example.com', '', role::role
    FROM (SELECT 'dancer' AS role, generate_series(1, ${DANCERS}) AS n
      UNION ALL SELECT 'copyright_owner', generate_series(1, ${MUSICIANS})) AS people;
  SELECT open_account(CASE role WHEN 'dancer' THEN 'dancer' ELSE 'musician' END, id) FROM app_user;
  INSERT INTO track (musician_id, title, artist, status, object_key, file_size)
    SELECT id, 'Track of ' || username, username, 'approved', 'tracks/' || username, 1000
    FROM app_user WHERE role = 'copyright_owner';
  INSERT INTO challenge (title, month, phase, starts_at, voting_starts_at, submissions_end_at, ends_at)
    VALUES ('Bench', date_trunc('month', now()), 'voting', now() - interval '20 days', now() - interval '10 days',
      now() + interval '10 days', now() + interval '10 days');
  WITH dancers AS (SELECT id, row_number() OVER (ORDER BY id) - 1 AS n FROM app_user WHERE role = 'dancer'),
      tracks AS (SELECT id, row_number() OVER (ORDER BY id) - 1 AS n FROM track)
    INSERT INTO video (title, dancer_id, track_id, challenge_id, youtube_url, status, vote_code)
    SELECT 'Video ' || i, d.id, t.id, c.id, 'https://youtu.be/bench' || i, 'approved', 'B' || i
    FROM generate_series(0, ${VIDEOS - 1}) AS i
    JOIN dancers d ON d.n = i % ${DANCERS} JOIN tracks t ON t.n = i % ${MUSICIANS} CROSS JOIN challenge c`
