-- Withheld tax that is paid to the authority is a cash journal of its own kind.
ALTER TYPE cash_kind ADD VALUE 'tax_payment';
