-- An email can have several pending registrations, each with links of its own (docs/decisions/0036). The previous release
-- allows one for each email, in the table registration: while it runs, triggers copy between the two. The next release drops
-- that table with its triggers.

CREATE TABLE pending_registration (
  id UUID PRIMARY KEY,
  email TEXT NOT NULL,
  username TEXT NOT NULL,
  password_hash TEXT NOT NULL,
  display_name TEXT NOT NULL,
  role role NOT NULL,
  phone_number TEXT NOT NULL DEFAULT '',
  location TEXT NOT NULL DEFAULT '',
  social_links JSONB NOT NULL DEFAULT '{}',
  locale TEXT NOT NULL DEFAULT 'en',
  created_at TIMESTAMPTZ(3) NOT NULL,
  expires_at TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT pending_registration_email_lower CHECK (email = lower(email))
);
CREATE INDEX pending_registration_email_created_at_idx ON pending_registration (email, created_at);
CREATE INDEX pending_registration_expires_at_idx ON pending_registration (expires_at);
CREATE INDEX pending_registration_username_idx ON pending_registration (lower(username));

CREATE TABLE registration_link (
  token_hash BYTEA PRIMARY KEY,
  account_id UUID NOT NULL,
  created_at TIMESTAMPTZ(3) NOT NULL,
  expires_at TIMESTAMPTZ(3) NOT NULL
);
CREATE INDEX registration_link_account_id_idx ON registration_link (account_id);
CREATE INDEX registration_link_expires_at_idx ON registration_link (expires_at);

CREATE FUNCTION copy_from_registration() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    DELETE FROM pending_registration WHERE id = OLD.id;
    RETURN NULL;
  END IF;
  INSERT INTO pending_registration (id, email, username, password_hash, display_name, role, phone_number, location, social_links,
      locale, created_at, expires_at)
    VALUES (NEW.id, NEW.email, NEW.username, NEW.password_hash, NEW.display_name, NEW.role, NEW.phone_number, NEW.location,
      NEW.social_links, NEW.locale, NEW.created_at, NEW.expires_at)
    ON CONFLICT (id) DO NOTHING;
  IF NEW.link_hash IS NOT NULL THEN
    INSERT INTO registration_link (token_hash, account_id, created_at, expires_at)
      VALUES (NEW.link_hash, NEW.id, now(), NEW.link_expires_at)
      ON CONFLICT (token_hash) DO NOTHING;
  END IF;
  RETURN NULL;
END $$;

-- The previous release changes the row where an email is registered again: the former registration stays pending.
CREATE TRIGGER copy_from_registration AFTER INSERT OR UPDATE OR DELETE ON registration
  FOR EACH ROW EXECUTE FUNCTION copy_from_registration();

CREATE FUNCTION copy_to_registration() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    DELETE FROM registration WHERE id = OLD.id;
    RETURN NULL;
  END IF;
  INSERT INTO registration (email, id, username, password_hash, display_name, role, phone_number, location, social_links, locale,
      created_at, expires_at)
    VALUES (NEW.email, NEW.id, NEW.username, NEW.password_hash, NEW.display_name, NEW.role, NEW.phone_number, NEW.location,
      NEW.social_links, NEW.locale, NEW.created_at, NEW.expires_at)
    ON CONFLICT (email) DO UPDATE SET id = excluded.id, username = excluded.username, password_hash = excluded.password_hash,
      display_name = excluded.display_name, role = excluded.role, phone_number = excluded.phone_number,
      location = excluded.location, social_links = excluded.social_links, locale = excluded.locale,
      created_at = excluded.created_at, expires_at = excluded.expires_at, link_hash = NULL, link_expires_at = NULL;
  RETURN NULL;
EXCEPTION WHEN unique_violation THEN
  -- Another email has the name in the previous release: there this registration is unknown.
  RETURN NULL;
END $$;

CREATE TRIGGER copy_to_registration AFTER INSERT OR DELETE ON pending_registration
  FOR EACH ROW WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION copy_to_registration();

CREATE FUNCTION copy_link_to_registration() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE registration SET link_hash = NEW.token_hash, link_expires_at = NEW.expires_at WHERE id = NEW.account_id;
  RETURN NULL;
END $$;

CREATE TRIGGER copy_link_to_registration AFTER INSERT ON registration_link
  FOR EACH ROW WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION copy_link_to_registration();

-- The triggers copy what is there already.
UPDATE registration SET mailed_at = mailed_at;
