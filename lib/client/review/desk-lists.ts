/** How many rows a table of the officers' desk has. */
export const DESK_PAGE_SIZE = 10

/** All decisions, or one kind of them. */
export const decidedStatuses = ['decided', 'approved', 'rejected'] as const
export type DecidedStatus = (typeof decidedStatuses)[number]

/** Returns the query of the desk's lists of decisions: the newest first. */
export const decidedQuery = ({ page, search }: { page: number; search: string }) => ({
  page,
  page_size: DESK_PAGE_SIZE,
  search: search || undefined,
  ordering: '-reviewed_at' as const,
})
