/** Whole shillings. */
export const WITHDRAWAL_MIN = 10
export const WITHDRAWAL_MAX = 250_000
