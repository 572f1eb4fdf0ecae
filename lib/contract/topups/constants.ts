// Apart from the schemas, so that a screen that needs these loads no validation library.

/** Whole shillings. */
export const TOPUP_MIN = 10
export const TOPUP_MAX = 250_000
