-- Who was asked to pay from a network in the last day (docs/decisions/0034). By network alone each payment lay on another page of an index
-- of all years, once for each of its states, and each of these pages was written whole to the log. By their day payments lie together,
-- at the end. The release before asks without the day: Postgres then looks at each day that the index has.
CREATE INDEX payment_intent_of_network_on_day
  ON payment_intent (((created_at AT TIME ZONE 'UTC')::date), network, state) WHERE network <> '';
DROP INDEX payment_intent_of_network;
