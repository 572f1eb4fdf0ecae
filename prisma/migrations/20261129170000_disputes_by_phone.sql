-- A stranger who names a receipt does not keep its payer from opening a dispute.
DROP INDEX dispute_open_key;
CREATE UNIQUE INDEX dispute_open_key ON dispute (receipt, phone) WHERE receipt <> '' AND state IN ('open', 'waiting');
