-- Two people are two (docs/decisions/0060).

-- Who brought somebody to the desk, and when that counted. A new super admin waits for another's confirmation.
CREATE TABLE staff_invitation (
  user_id UUID PRIMARY KEY REFERENCES app_user (id) ON DELETE CASCADE,
  invited_by UUID NOT NULL REFERENCES app_user (id) ON DELETE RESTRICT,
  invited_at TIMESTAMPTZ(3) NOT NULL,
  confirmed_by UUID REFERENCES app_user (id) ON DELETE RESTRICT,
  confirmed_at TIMESTAMPTZ(3),
  CONSTRAINT staff_invitation_by_another CHECK (invited_by <> user_id AND confirmed_by IS DISTINCT FROM user_id),
  CONSTRAINT staff_invitation_confirmed CHECK (confirmed_by IS NULL OR confirmed_at IS NOT NULL)
);
CREATE INDEX staff_invitation_invited_by ON staff_invitation (invited_by);

CREATE TYPE setting_proposal_state AS ENUM ('open', 'confirmed', 'rejected');

-- A setting that says who gets how much, or who has to agree, is proposed by one and confirmed by another.
CREATE TABLE setting_proposal (
  id UUID PRIMARY KEY,
  key TEXT NOT NULL,
  value INTEGER NOT NULL,
  version INTEGER NOT NULL,
  state setting_proposal_state NOT NULL DEFAULT 'open',
  proposed_by UUID NOT NULL REFERENCES app_user (id) ON DELETE RESTRICT,
  proposed_at TIMESTAMPTZ(3) NOT NULL,
  decided_by UUID REFERENCES app_user (id) ON DELETE RESTRICT,
  decided_at TIMESTAMPTZ(3),
  CONSTRAINT setting_proposal_decided CHECK ((state = 'open') = (decided_at IS NULL)),
  CONSTRAINT setting_proposal_by_two CHECK (state <> 'confirmed' OR decided_by <> proposed_by)
);
CREATE UNIQUE INDEX setting_proposal_open_key ON setting_proposal (key) WHERE state = 'open';
CREATE INDEX fund_transfer_moved_alone ON fund_transfer (requested_by, requested_at) WHERE NOT needs_second;
