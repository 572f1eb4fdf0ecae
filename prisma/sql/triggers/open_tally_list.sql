-- Creates a challenge's tally list with the challenge, so that its salt is published before the first gift.
CREATE OR REPLACE FUNCTION open_tally_list() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO tally_list (challenge_id) VALUES (NEW.id);
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER challenge_opens_tally_list AFTER INSERT ON challenge
  FOR EACH ROW EXECUTE FUNCTION open_tally_list();
