/** Half a year of a musician's statements: there is one more each month. */
export const STATEMENTS_PER_PAGE = 6
