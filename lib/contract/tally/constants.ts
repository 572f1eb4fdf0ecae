export const TALLY_TOTALS = 100
