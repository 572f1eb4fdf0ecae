-- How many there are of what grows for years, kept by the rows themselves, so that lists and figures do not count it each time
-- (docs/decisions/0060). An invariant compares each count with its rows. The release before writes rows as well: the triggers count
-- them whoever writes them. Votes, views and sign-ins change none of the columns that the counts are by, and run no trigger.

CREATE TABLE video_count (
  challenge_id UUID NOT NULL,
  kind video_kind NOT NULL,
  status video_status NOT NULL,
  videos INTEGER NOT NULL,
  PRIMARY KEY (challenge_id, kind, status)
);
CREATE TABLE people_count (
  role role NOT NULL,
  is_active BOOLEAN NOT NULL,
  is_email_verified BOOLEAN NOT NULL,
  is_erased BOOLEAN NOT NULL,
  people INTEGER NOT NULL,
  PRIMARY KEY (role, is_active, is_email_verified, is_erased)
);
CREATE TABLE identity_count (
  kyc_status kyc_status PRIMARY KEY,
  profiles INTEGER NOT NULL
);
REVOKE INSERT, UPDATE, DELETE ON video_count, people_count, identity_count FROM ngoma_app;

-- Counts are added to in the order of their keys, so that statements that change several of them do not wait for each other in a circle.
CREATE FUNCTION video_is_counted() RETURNS trigger
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

CREATE FUNCTION person_is_counted() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO people_count AS c (role, is_active, is_email_verified, is_erased, people)
    SELECT role, is_active, is_email_verified, deleted_at IS NOT NULL, count(*) FROM changed GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
    ON CONFLICT (role, is_active, is_email_verified, is_erased) DO UPDATE SET people = c.people + excluded.people;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO people_count AS c (role, is_active, is_email_verified, is_erased, people)
    SELECT role, is_active, is_email_verified, deleted_at IS NOT NULL, -count(*) FROM changed GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
    ON CONFLICT (role, is_active, is_email_verified, is_erased) DO UPDATE SET people = c.people + excluded.people;
  ELSE
    INSERT INTO people_count AS c (role, is_active, is_email_verified, is_erased, people)
    SELECT * FROM (VALUES (OLD.role, OLD.is_active, OLD.is_email_verified, OLD.deleted_at IS NOT NULL, -1),
      (NEW.role, NEW.is_active, NEW.is_email_verified, NEW.deleted_at IS NOT NULL, 1)) AS moved
    ORDER BY 1, 2, 3, 4
    ON CONFLICT (role, is_active, is_email_verified, is_erased) DO UPDATE SET people = c.people + excluded.people;
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION identity_is_counted() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO identity_count AS c (kyc_status, profiles)
    SELECT kyc_status, count(*) FROM changed GROUP BY 1 ORDER BY 1
    ON CONFLICT (kyc_status) DO UPDATE SET profiles = c.profiles + excluded.profiles;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO identity_count AS c (kyc_status, profiles)
    SELECT kyc_status, -count(*) FROM changed GROUP BY 1 ORDER BY 1
    ON CONFLICT (kyc_status) DO UPDATE SET profiles = c.profiles + excluded.profiles;
  ELSE
    INSERT INTO identity_count AS c (kyc_status, profiles)
    SELECT * FROM (VALUES (OLD.kyc_status, -1), (NEW.kyc_status, 1)) AS moved ORDER BY 1
    ON CONFLICT (kyc_status) DO UPDATE SET profiles = c.profiles + excluded.profiles;
  END IF;
  RETURN NULL;
END $$;

-- From here to the end of the script nobody changes a row: each is counted once, here or by a trigger.
CREATE TRIGGER video_added AFTER INSERT ON video
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION video_is_counted();
CREATE TRIGGER video_removed AFTER DELETE ON video
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION video_is_counted();
CREATE TRIGGER video_moved AFTER UPDATE OF challenge_id, kind, status ON video FOR EACH ROW
  WHEN ((OLD.challenge_id, OLD.kind, OLD.status) IS DISTINCT FROM (NEW.challenge_id, NEW.kind, NEW.status))
  EXECUTE FUNCTION video_is_counted();
CREATE TRIGGER person_added AFTER INSERT ON app_user
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION person_is_counted();
CREATE TRIGGER person_removed AFTER DELETE ON app_user
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION person_is_counted();
CREATE TRIGGER person_moved AFTER UPDATE OF role, is_active, is_email_verified, deleted_at ON app_user FOR EACH ROW
  WHEN ((OLD.role, OLD.is_active, OLD.is_email_verified, OLD.deleted_at IS NOT NULL)
    IS DISTINCT FROM (NEW.role, NEW.is_active, NEW.is_email_verified, NEW.deleted_at IS NOT NULL))
  EXECUTE FUNCTION person_is_counted();
CREATE TRIGGER identity_added AFTER INSERT ON profile
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION identity_is_counted();
CREATE TRIGGER identity_removed AFTER DELETE ON profile
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION identity_is_counted();
CREATE TRIGGER identity_moved AFTER UPDATE OF kyc_status ON profile FOR EACH ROW
  WHEN (OLD.kyc_status IS DISTINCT FROM NEW.kyc_status)
  EXECUTE FUNCTION identity_is_counted();

INSERT INTO video_count (challenge_id, kind, status, videos)
SELECT challenge_id, kind, status, count(*) FROM video GROUP BY 1, 2, 3;
INSERT INTO people_count (role, is_active, is_email_verified, is_erased, people)
SELECT role, is_active, is_email_verified, deleted_at IS NOT NULL, count(*) FROM app_user GROUP BY 1, 2, 3, 4;
INSERT INTO identity_count (kyc_status, profiles)
SELECT kyc_status, count(*) FROM profile GROUP BY 1;

-- Who was here today, and what waits to be paid out.
CREATE INDEX app_user_last_active ON app_user (last_active_at) WHERE deleted_at IS NULL;
CREATE INDEX payout_held ON payout (amount) WHERE is_held;

-- Who won a prize, of all places of all months.
CREATE INDEX challenge_result_prized ON challenge_result (challenge_id, rank) WHERE prize > 0;
