export const DESK_PAGE_SIZE = 10

export const decidedStatuses = ['decided', 'approved', 'rejected'] as const
export type DecidedStatus = (typeof decidedStatuses)[number]

export const decidedQuery = ({ page, search }: { page: number; search: string }) => ({
  page,
  page_size: DESK_PAGE_SIZE,
  search: search || undefined,
  ordering: '-reviewed_at' as const,
})
