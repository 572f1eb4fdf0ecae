/** Totals that the page of a month's list asks for at first. */
export const TALLY_TOTALS = 100
