-- The votes of each video in a month's public list, kept by the rows themselves, so that the list's summary does not read all of
-- them. An invariant compares both. The release before adds rows as well: the trigger counts them whoever writes them.
CREATE TABLE tally_total (
  challenge_id UUID NOT NULL,
  video_id UUID NOT NULL,
  votes INTEGER NOT NULL,
  PRIMARY KEY (challenge_id, video_id)
);
REVOKE INSERT, UPDATE, DELETE ON tally_total FROM ngoma_app;

CREATE FUNCTION tally_adds_up() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO tally_total AS t (challenge_id, video_id, votes)
  SELECT challenge_id, video_id, sum(votes) FROM new_rows GROUP BY challenge_id, video_id ORDER BY challenge_id, video_id
  ON CONFLICT (challenge_id, video_id) DO UPDATE SET votes = t.votes + excluded.votes;
  RETURN NULL;
END $$;
-- From here to the end of the script nobody adds a row: each is counted once, here or by the trigger.
CREATE TRIGGER tally_row_adds_up AFTER INSERT ON tally_row
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION tally_adds_up();
INSERT INTO tally_total (challenge_id, video_id, votes)
SELECT challenge_id, video_id, sum(votes) FROM tally_row GROUP BY challenge_id, video_id;
