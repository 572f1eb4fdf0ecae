-- The audit's search asks for the ids of people, whatever the kind of subject.
CREATE INDEX audit_event_subject_id_subject_type_idx ON audit_event (subject_id, subject_type);
DROP INDEX audit_event_subject_type_subject_id_idx;

-- Withdrawals that are not at their end, which the desk and the health page look through.
CREATE INDEX payout_open ON payout (created_at) WHERE state NOT IN ('paid', 'cancelled');
