import { z } from 'zod'
import { defineCall, filterDay, money } from '#lib/contract/call.ts'

export const PERIOD_DAYS_MAX = 366

/** Shillings, except votes. `readPeriod` (lib/domain/overview/period.ts) explains the figures. */
const figures = z.object({
  votes: z.number().int(),
  gifts: money,
  subscriptions: money,
  topups: money,
  revenue: money,
  revenue_votes: money,
  revenue_subscriptions: money,
  revenue_other: money,
  withdrawals: money,
  prizes: money,
  royalties: money,
  refunds: money,
})
export type PeriodFigures = z.infer<typeof figures>

const part = z.object({ from: z.iso.date(), to: z.iso.date(), figures })

export const period = defineCall('GET /admin/period/', {
  group: 'Admin',
  summary: 'Money of some days, beside the same days of the month before',
  access: ['super_admin'],
  query: z.object({
    /** By default the first day of `to`'s month. */
    from: filterDay,
    /** Inclusive; by default today. At most PERIOD_DAYS_MAX days. */
    to: filterDay,
  }),
  answer: z.object({ now: part, before: part }),
})
export type PeriodAnswer = z.infer<typeof period.answer>
