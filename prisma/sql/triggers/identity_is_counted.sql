-- Updates identity_count with profile (docs/decisions/0003), in order of keys to avoid deadlocks.
CREATE OR REPLACE FUNCTION identity_is_counted() RETURNS trigger
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
CREATE OR REPLACE TRIGGER identity_added AFTER INSERT ON profile
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION identity_is_counted();
CREATE OR REPLACE TRIGGER identity_removed AFTER DELETE ON profile
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION identity_is_counted();
CREATE OR REPLACE TRIGGER identity_moved AFTER UPDATE OF kyc_status ON profile FOR EACH ROW
  WHEN (OLD.kyc_status IS DISTINCT FROM NEW.kyc_status)
  EXECUTE FUNCTION identity_is_counted();
