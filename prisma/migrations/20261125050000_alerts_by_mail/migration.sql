CREATE TABLE system_alert (
  id BIGSERIAL PRIMARY KEY,
  kind TEXT NOT NULL,
  detail TEXT NOT NULL,
  opened_at TIMESTAMPTZ(3) NOT NULL,
  closed_at TIMESTAMPTZ(3),
  mailed_at TIMESTAMPTZ(3),
  over_mailed_at TIMESTAMPTZ(3),
  CONSTRAINT system_alert_in_order CHECK (closed_at IS NULL OR closed_at >= opened_at),
  CONSTRAINT system_alert_over_after_mail CHECK (over_mailed_at IS NULL OR (mailed_at IS NOT NULL AND closed_at IS NOT NULL))
);
CREATE UNIQUE INDEX system_alert_open_key ON system_alert (kind) WHERE closed_at IS NULL;
CREATE INDEX system_alert_opened_at_idx ON system_alert (opened_at);
CREATE INDEX system_alert_kind_mailed_at_idx ON system_alert (kind, mailed_at);
REVOKE DELETE ON system_alert FROM ngoma_app;

CREATE TABLE alert_choice (
  kind TEXT PRIMARY KEY,
  is_mailed BOOLEAN NOT NULL
);
