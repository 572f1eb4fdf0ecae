-- Counts votes and returns one outbox event for all. A video can occur several times.
CREATE OR REPLACE FUNCTION count_votes(videos uuid[], votes int[], reached timestamptz[], channel text) RETURNS SETOF outbox
LANGUAGE sql SET search_path = public AS $$
  WITH counted AS (
    SELECT video_id, sum(delta)::int AS delta, max(reached_at) AS reached_at
    FROM unnest(videos, votes, reached) AS c(video_id, delta, reached_at) GROUP BY video_id
  ), locked AS (
    SELECT id FROM video WHERE id = ANY (videos) ORDER BY id FOR NO KEY UPDATE
  ), updated AS (
    UPDATE video v SET vote_count = v.vote_count + c.delta, votes_reached_at = greatest(v.votes_reached_at, c.reached_at)
    FROM counted c JOIN locked l ON l.id = c.video_id WHERE v.id = c.video_id
    RETURNING v.id AS video_id, v.vote_count, c.delta
  )
  INSERT INTO outbox (kind, target, payload)
  SELECT 'event', channel, jsonb_build_object('updates', jsonb_agg(to_jsonb(updated))) FROM updated HAVING count(*) > 0
  RETURNING *
$$;
