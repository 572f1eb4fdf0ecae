import { z } from 'zod'
import { defineCall, money, roleNames, sentence, timestamp } from '#lib/contract/call.ts'
import { codedSentence } from '#messages/server/catalogue.ts'
import { statsSteps } from './constants.ts'

export * from './constants.ts'

const access = ['super_admin'] as const
const count = z.number().int()

/** `readOverview` (lib/domain/overview/queries.ts) explains the figures. Days are Nairobi's. */
export const systemOverview = z.object({
  total_users: count,
  active_users_today: count,
  users_by_role: z.record(z.enum(roleNames), count),
  total_wallet_balance: money,
  pending_withdrawals: count,
  pending_withdrawals_amount: money,
  total_transactions_today: count,
  total_transaction_volume_today: money,
  /** As in lib/contract/health/calls.ts. */
  system_status: z.enum(['healthy', 'degraded', 'down']),
  /** Percent of requests answered with a 5xx status. */
  error_rate_24h: z.number(),
  pending_kyc_count: count,
  under_review_kyc_count: count,
  approved_kyc_count: count,
  rejected_kyc_count: count,
  system_wallet_balances: z.record(z.string(), z.object({ balance: money, display_name: sentence })),
})
export type SystemOverview = z.infer<typeof systemOverview>
export type GivenSystemOverview = z.input<typeof systemOverview>

export const overview = defineCall('GET /admin/overview/', {
  group: 'Admin',
  summary: 'The state of the whole product in numbers',
  access,
  answer: systemOverview,
})

export const systemStats = z.object({
  step: z.enum(statsSteps),
  /** Oldest first, without gaps; the last is incomplete. */
  series: z.array(
    z.object({
      at: timestamp,
      transactions: count,
      volume: money,
      votes: count,
      requests: count,
      errors: count,
    }),
  ),
})
export type SystemStats = z.infer<typeof systemStats>

export const stats = defineCall('GET /admin/stats/', {
  group: 'Admin',
  summary: 'Money, votes and errors over the last 24 hours or 30 days',
  access,
  query: z.object({
    step: z
      .enum(statsSteps, { error: codedSentence('choose.one_of', { words: 'hour or day' }) })
      .default('day'),
  }),
  answer: systemStats,
})
