-- Who asked for a prompt, and from which network: what limits prompts goes by it (docs/decisions/0056).
ALTER TABLE "payment_intent" ADD COLUMN     "asker" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "network" TEXT NOT NULL DEFAULT '';

-- How the last prompts to a phone ended, the newest first. An open one is found by payment_intent_open_prompt_key. A payment
-- gets one entry: those that are under way have none.
CREATE INDEX payment_intent_ended_prompts ON payment_intent (phone, coalesce(settled_at, submitted_at, created_at) DESC)
  WHERE channel = 'prompt'
    AND state IN ('declined', 'verifying', 'unresolved', 'credited', 'review', 'refund_pending', 'refunded');

-- The new phones of a session or account, and of a network, in the last hour: those that have not paid, and for a network the
-- others as well.
CREATE INDEX payment_intent_unpaid_of_asker ON payment_intent (asker, created_at)
  WHERE asker <> '' AND state IN ('created', 'submitting', 'awaiting', 'submit_unknown', 'verifying', 'unresolved', 'declined');
CREATE INDEX payment_intent_of_network ON payment_intent (network, state, created_at) WHERE network <> '';
