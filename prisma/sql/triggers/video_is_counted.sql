-- Updates video_count with video (docs/decisions/0003), in order of keys to avoid deadlocks.
CREATE OR REPLACE FUNCTION video_is_counted() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO video_count AS c (challenge_id, kind, status, videos)
    SELECT challenge_id, kind, status, count(*) FROM changed GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (challenge_id, kind, status) DO UPDATE SET videos = c.videos + excluded.videos;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO video_count AS c (challenge_id, kind, status, videos)
    SELECT challenge_id, kind, status, -count(*) FROM changed GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (challenge_id, kind, status) DO UPDATE SET videos = c.videos + excluded.videos;
  ELSE
    INSERT INTO video_count AS c (challenge_id, kind, status, videos)
    SELECT * FROM (VALUES (OLD.challenge_id, OLD.kind, OLD.status, -1), (NEW.challenge_id, NEW.kind, NEW.status, 1)) AS moved
    ORDER BY 1, 2, 3
    ON CONFLICT (challenge_id, kind, status) DO UPDATE SET videos = c.videos + excluded.videos;
  END IF;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER video_added AFTER INSERT ON video
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION video_is_counted();
CREATE OR REPLACE TRIGGER video_removed AFTER DELETE ON video
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION video_is_counted();
CREATE OR REPLACE TRIGGER video_moved AFTER UPDATE OF challenge_id, kind, status ON video FOR EACH ROW
  WHEN ((OLD.challenge_id, OLD.kind, OLD.status) IS DISTINCT FROM (NEW.challenge_id, NEW.kind, NEW.status))
  EXECUTE FUNCTION video_is_counted();
