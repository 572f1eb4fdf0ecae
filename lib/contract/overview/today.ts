import { z } from 'zod'
import { defineCall, money, timestamp } from '#lib/contract/call.ts'
import { waiting } from './waiting.ts'

const count = z.number().int()

/** Parts of GET /admin/waiting/ (`signals` are escalated ones), then the officers' queues. */
const parts = [
  ...waiting.answer.keyof().options,
  'kyc',
  'tracks',
  'videos',
  'open_signals',
  'comments',
] as const

/** Number of prompts by why they were not paid or sent (codes of lib/domain/mpesa/result-codes.ts). */
const reasons = z.array(z.object({ reason: z.string(), count }))

export const today = defineCall('GET /admin/today/', {
  group: 'Admin',
  summary: 'Today by hour against last week, the prompts of today, and pending decisions',
  access: ['super_admin'],
  answer: z.object({
    /** 24 hours of today in Nairobi. Votes and revenue of future hours are null. */
    hours: z.array(
      z.object({
        at: timestamp,
        votes: count.nullable(),
        revenue: money.nullable(),
        /** The same hour a week before. */
        votes_before: count,
        revenue_before: money,
      }),
    ),
    /** Prompts requested since midnight in Nairobi. The numbers below add up to `asked`. */
    prompts: z.object({
      asked: count,
      paid: count,
      /** Prompts that are neither paid nor declined yet. */
      pending: count,
      /** Prompts without a result for too long, or possibly not sent. */
      unknown: count,
      declined: count,
      not_sent: count,
      declined_by: reasons,
      not_sent_by: reasons,
    }),
    /** Pending decisions, oldest first; `since` is null if the time is unknown. */
    waiting: z.array(z.object({ part: z.enum(parts), count, since: timestamp.nullable() })),
  }),
})
export type Today = z.infer<typeof today.answer>
