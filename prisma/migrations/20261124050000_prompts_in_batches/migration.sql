-- Payments are the queue of prompts (docs/decisions/0059): those that wait, in the order in which they are sent.
CREATE INDEX payment_intent_prompts_due ON payment_intent (coalesce(submitted_at, created_at))
  WHERE state = 'created' AND channel = 'prompt';

-- Until when the rate at which M-Pesa takes prompts is used up. All workers that send lock its one row.
CREATE TABLE prompt_pace (
  id BOOLEAN PRIMARY KEY DEFAULT true CONSTRAINT prompt_pace_is_one CHECK (id),
  spent_until TIMESTAMPTZ(3) NOT NULL
);
INSERT INTO prompt_pace (spent_until) VALUES (CURRENT_TIMESTAMP);

-- Nearly all requests are prompts: those of payouts and refunds alone are looked up by these.
DROP INDEX daraja_request_payout_id_idx;
DROP INDEX daraja_request_refund_id_idx;
CREATE INDEX daraja_request_payout_id_idx ON daraja_request (payout_id) WHERE payout_id IS NOT NULL;
CREATE INDEX daraja_request_refund_id_idx ON daraja_request (refund_id) WHERE refund_id IS NOT NULL;

-- Its answer makes a request longer by half. It shall find room on the request's own page.
ALTER TABLE daraja_request SET (fillfactor = 60);
