import { z } from 'zod'
import { defineCall, money, pageOf, paging, timestamp } from '#lib/contract/call.ts'
import { STATEMENTS_PER_PAGE } from './constants.ts'

export const royaltyLine = z.object({
  track_id: z.string(),
  track_title: z.string(),
  videos: z.number().int(),
  royalty: money,
  votes: z.number().int(),
  vote_earnings: money,
})

/** `royalty = pool × videos / all_videos`, to the cent by the largest remainder. */
export const royaltyStatement = z.object({
  id: z.string(),
  challenge_id: z.string(),
  challenge_title: z.string(),
  closed_at: timestamp,
  /** 30% of the month's subscriptions. */
  pool: money,
  videos: z.number().int(),
  all_videos: z.number().int(),
  royalty: money,
  /** Withheld from the royalty for the tax authority; the wallet gets the rest. */
  tax: money,
  votes: z.number().int(),
  /** Already paid with each vote. */
  vote_earnings: money,
  lines: z.array(royaltyLine),
})
export type RoyaltyStatement = z.infer<typeof royaltyStatement>

export const statements = defineCall('GET /royalties/statements/', {
  group: 'Royalties',
  summary: "The musician's statements of closed months, newest first",
  access: ['copyright_owner'],
  query: z.object({ ...paging, page_size: paging.page_size.default(STATEMENTS_PER_PAGE) }),
  answer: pageOf(royaltyStatement),
})

/** The statement of an open month, as if it closed now. */
export const runningStatement = royaltyStatement.omit({ id: true, closed_at: true })
export type RunningStatement = z.infer<typeof runningStatement>

export const currentStatement = defineCall('GET /royalties/current/', {
  group: 'Royalties',
  summary: 'What the running month has brought the musician so far',
  access: ['copyright_owner'],
  /** Null between months. */
  answer: z.object({ statement: runningStatement.nullable() }),
})
