-- The list of all payments, newest first (lib/domain/overview/payments.ts): all of them, those that are no gifts, and the
-- states that few payments end in. Neither column of the first one changes, so a payment gets one entry.
CREATE INDEX payment_intent_created_at_id_idx ON payment_intent (created_at, id);
CREATE INDEX payment_intent_of_members_by_time ON payment_intent (purpose, created_at, id) WHERE purpose <> 'gift';
CREATE INDEX payment_intent_ended_otherwise ON payment_intent (state, created_at) WHERE state IN ('rejected', 'refunded');
