-- The few whom the officers' desk does not count: closed accounts and staff (lib/domain/review/identities.ts).
CREATE INDEX app_user_unlisted ON app_user (id) WHERE deleted_at IS NOT NULL OR role IN ('compliance_officer', 'super_admin');

-- Announcements and lines of the statement, which carry no token: a payment's history finds them by their time.
CREATE INDEX callback_inbox_without_intent ON callback_inbox (received_at) WHERE intent_id IS NULL;
