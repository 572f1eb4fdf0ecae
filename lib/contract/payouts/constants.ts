// Apart from the schemas, so that a screen that needs these loads no validation library.

/** Whole shillings. */
export const WITHDRAWAL_MIN = 10
export const WITHDRAWAL_MAX = 250_000
