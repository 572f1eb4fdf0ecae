import { z } from 'zod'
import { defineCall, money, pageOf, paging, sentence, timestamp, uuid } from '#lib/contract/call.ts'
import { leaderboardRow } from '#lib/contract/leaderboard/calls.ts'
import { codedSentence } from '#messages/server/catalogue.ts'

export const challengePhase = z.enum(['subscription', 'voting', 'tallying', 'closed'])

export const challenge = z.object({
  id: z.string(),
  title: z.string(),
  current_phase: challengePhase,
  starts_at: timestamp,
  phase_ends_at: timestamp,
  ends_at: timestamp,
  subscription_fee: money,
  is_launch_offer: z.boolean(),
  launch_slots_left: z.number().int(),
  prize_per_winner: money,
  winners: z.number().int(),
})
export type CurrentChallenge = z.infer<typeof challenge>

export const current = defineCall('GET /videos/challenges/current/', {
  group: 'Challenges',
  alsoAnswers: [404],
  summary: "The month's challenge",
  answer: challenge,
})

/** The display name is the dancer's current one. */
const finalPlace = leaderboardRow.extend({ dancer_display_name: z.string() })

export const pastMonth = z.object({
  id: z.string(),
  title: z.string(),
  /** Nobody has won before the month is closed. */
  phase: z.enum(['tallying', 'closed']),
  ended_at: timestamp,
  closed_at: timestamp.nullable(),
  total_votes: z.number().int(),
  prizes_paid: money,
  royalties_paid: money,
  winners: z.array(finalPlace),
})
export type PastMonth = z.infer<typeof pastMonth>

export const past = defineCall('GET /challenges/', {
  group: 'Challenges',
  summary: 'Months that are over, newest first, with their winners',
  query: z.object(paging),
  answer: pageOf(pastMonth),
})

export const results = defineCall('GET /challenges/{id}/results/', {
  group: 'Challenges',
  summary: 'A closed month: every place of its final leaderboard, and the prizes that were paid',
  params: z.object({ id: uuid }),
  answer: pastMonth.extend({ places: z.array(finalPlace) }),
})
export type MonthResults = z.infer<typeof results.answer>

export const movePhase = defineCall('POST /admin/challenges/{id}/phase/', {
  group: 'Admin',
  alsoAnswers: [409],
  summary: 'Move a month into its next phase ahead of its dates; closing pays prizes and royalties',
  access: ['super_admin'],
  params: z.object({ id: uuid }),
  body: z.object({
    phase: z.enum(['voting', 'tallying', 'closed'], {
      error: codedSentence('choose.one_of', { words: 'voting, tallying or closed' }),
    }),
  }),
  answer: z.object({ id: z.string(), phase: challengePhase }),
})

export const runningMonth = z.object({
  id: z.string(),
  title: z.string(),
  phase: challengePhase,
  starts_at: timestamp,
  voting_starts_at: timestamp,
  submissions_end_at: timestamp,
  ends_at: timestamp,
  latest_end_at: timestamp,
  /** The phase that an admin can start now. */
  next_phase: challengePhase.exclude(['subscription']),
  /** Any pending payment or unsettled callback prevents closing. */
  payments_open: z.number().int(),
  callbacks_open: z.number().int(),
  /** Earliest automatic closing; null before voting ends and once that time has passed. */
  closes_from: timestamp.nullable(),
  /**
   * How far M-Pesa's statement must be read before automatic closing; null if closing does not wait for it.
   */
  statement: z
    .object({
      needed_to: timestamp,
      /** Null before the first reading. */
      read_to: timestamp.nullable(),
      waits_until: timestamp,
    })
    .nullable(),
  /** Held gifts that two people could still count; null if none prevents closing. */
  held: z
    .object({
      gifts: z.number().int(),
      /** Then the month closes without these gifts; they can only be refunded. */
      waits_until: timestamp,
    })
    .nullable(),
  /** Counted gifts that M-Pesa reversed and two people must still decide; null if none prevents closing. */
  reversed: z
    .object({
      gifts: z.number().int(),
      /** Then the month closes with these gifts counted. */
      waits_until: timestamp,
    })
    .nullable(),
  /** Why closing failed; empty without a problem. */
  close_problem: sentence,
})
export type RunningMonth = z.infer<typeof runningMonth>
export type GivenRunningMonth = z.input<typeof runningMonth>

export const running = defineCall('GET /admin/challenges/', {
  group: 'Admin',
  summary: 'Months that have begun and are not closed, with their dates and what they wait for',
  access: ['super_admin'],
  answer: z.object({ results: z.array(runningMonth) }),
})

const moment = z.iso.datetime({ offset: true, error: codedSentence('field.not_moment') }).optional()

export const moveDates = defineCall('PATCH /admin/challenges/{id}/dates/', {
  group: 'Admin',
  alsoAnswers: [409],
  summary: 'Move the coming dates of a month earlier or later, inside its calendar month',
  access: ['super_admin'],
  params: z.object({ id: uuid }),
  body: z.object({ voting_starts_at: moment, submissions_end_at: moment, ends_at: moment }),
  answer: runningMonth,
})
