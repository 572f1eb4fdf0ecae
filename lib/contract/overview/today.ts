import { z } from 'zod'
import { defineCall, money, timestamp } from '#lib/contract/call.ts'
import { waiting } from './waiting.ts'

const count = z.number().int()

/** What can wait: the parts of GET /admin/waiting/, of which `signals` are the escalated ones, and the queues of the officers. */
const parts = [
  ...waiting.answer.keyof().options,
  'kyc',
  'tracks',
  'videos',
  'open_signals',
  'comments',
] as const

/** Why a prompt was not paid, or not sent: the words of lib/domain/mpesa/result-codes.ts. */
const reasons = z.array(z.object({ reason: z.string(), count }))

export const today = defineCall('GET /admin/today/', {
  group: 'Admin',
  summary: 'Today by hour against last week, the prompts of today, and pending decisions',
  access: ['super_admin'],
  answer: z.object({
    /** The 24 hours of today in Nairobi, from midnight on. Votes and revenue of an hour that has not begun are null. */
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
    /** The prompts that were asked for since midnight in Nairobi. The numbers below `asked` add up to it. */
    prompts: z.object({
      asked: count,
      paid: count,
      /** M-Pesa has not answered yet. */
      pending: count,
      /** M-Pesa gave no result, or it is not known whether the prompt was sent. */
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
