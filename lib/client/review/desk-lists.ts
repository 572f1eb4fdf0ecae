/** Rows of each table of the officers' desk. */
export const DESK_PAGE_SIZE = 10

/** All that is decided, or one kind of it. */
export const decidedStatuses = ['decided', 'approved', 'rejected'] as const
export type DecidedStatus = (typeof decidedStatuses)[number]

/** What the desk's lists of decisions are asked for: the newest decision first. */
export const decidedQuery = ({ page, search }: { page: number; search: string }) => ({
  page,
  page_size: DESK_PAGE_SIZE,
  search: search || undefined,
  ordering: '-reviewed_at' as const,
})
