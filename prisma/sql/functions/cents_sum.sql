-- Sums bigints as bigint: PostgreSQL's sum() returns the slower numeric.
CREATE OR REPLACE AGGREGATE cents_sum(bigint) (
  sfunc = int8pl, stype = bigint, initcond = '0', parallel = safe, combinefunc = int8pl
);
