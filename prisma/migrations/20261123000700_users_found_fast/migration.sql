-- The super admins' list of users finds any part of a name or email among tens of thousands, and has the newest first
-- (docs/decisions/0064). The expressions are those of lib/domain/overview/users.ts.
CREATE EXTENSION IF NOT EXISTS pg_trgm;

CREATE INDEX app_user_words_idx ON app_user
  USING gin (lower(username || ' ' || email || ' ' || first_name || ' ' || last_name) gin_trgm_ops);
CREATE INDEX profile_display_name_words_idx ON profile USING gin (lower(display_name) gin_trgm_ops);
CREATE INDEX app_user_phone_digits_idx ON app_user (right(regexp_replace(phone_number, '\D', '', 'g'), 9))
  WHERE phone_number <> '';

-- CreateIndex
CREATE INDEX "app_user_created_at_id_idx" ON "app_user"("created_at", "id");
