-- Sums bigints as bigint. The sum() of PostgreSQL answers numeric for them, which costs several times as much.
CREATE OR REPLACE AGGREGATE cents_sum(bigint) (
  sfunc = int8pl, stype = bigint, initcond = '0', parallel = safe, combinefunc = int8pl
);
