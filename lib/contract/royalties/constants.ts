export const STATEMENTS_PER_PAGE = 6
