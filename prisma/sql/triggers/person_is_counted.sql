-- Updates people_count with app_user (docs/decisions/0003), in order of keys to avoid deadlocks.
CREATE OR REPLACE FUNCTION person_is_counted() RETURNS trigger
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
CREATE OR REPLACE TRIGGER person_added AFTER INSERT ON app_user
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION person_is_counted();
CREATE OR REPLACE TRIGGER person_removed AFTER DELETE ON app_user
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION person_is_counted();
CREATE OR REPLACE TRIGGER person_moved AFTER UPDATE OF role, is_active, is_email_verified, deleted_at ON app_user FOR EACH ROW
  WHEN ((OLD.role, OLD.is_active, OLD.is_email_verified, OLD.deleted_at IS NOT NULL)
    IS DISTINCT FROM (NEW.role, NEW.is_active, NEW.is_email_verified, NEW.deleted_at IS NOT NULL))
  EXECUTE FUNCTION person_is_counted();
