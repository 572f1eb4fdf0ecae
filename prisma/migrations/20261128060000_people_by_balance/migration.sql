-- How many whole thousands of shillings somebody's wallet holds, so that the desk's list of people by balance reads the first of them and not
-- all wallets. An index of balances would be written with each gift, and have each rewrite the wallet's other indexes: this one is written
-- with each thousand shillings. The product's own accounts have none, because each batch of gifts would change theirs.
-- The table is written anew meanwhile, a tenth of a second for 20,000 wallets, in which nothing settles.
ALTER TABLE account ADD COLUMN balance_step BIGINT
  GENERATED ALWAYS AS (CASE WHEN owner_id IS NOT NULL THEN (posted - held) / 100000 END) STORED;
CREATE INDEX account_balance_step_idx ON account (balance_step);
ANALYZE account;
