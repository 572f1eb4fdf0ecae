-- Adds new rows to tally_total.
CREATE OR REPLACE FUNCTION tally_adds_up() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO tally_total AS t (challenge_id, video_id, votes)
  SELECT challenge_id, video_id, sum(votes) FROM new_rows GROUP BY challenge_id, video_id ORDER BY challenge_id, video_id
  ON CONFLICT (challenge_id, video_id) DO UPDATE SET votes = t.votes + excluded.votes;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER tally_row_adds_up AFTER INSERT ON tally_row
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION tally_adds_up();
