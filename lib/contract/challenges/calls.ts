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

/** A place of a month that is over; of both names of a dancer the display name may have changed since. */
const finalPlace = leaderboardRow.extend({ dancer_display_name: z.string() })

export const pastMonth = z.object({
  id: z.string(),
  title: z.string(),
  /** Months are counted before they are closed: until then nobody has won. */
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
  /** No date of the month lies later. */
  latest_end_at: timestamp,
  /** The next phase, which it may be moved into by hand. */
  next_phase: challengePhase.exclude(['subscription']),
  /** What keeps it from being closed while there is any: payments under way, and callbacks that are not settled. */
  payments_open: z.number().int(),
  callbacks_open: z.number().int(),
  /** The earliest moment at which it is closed by itself; null before voting has ended, and once that moment is past. */
  closes_from: timestamp.nullable(),
  /** How far M-Pesa's statement has to be read before it is closed by itself; null where that does not keep it from being closed. */
  statement: z
    .object({
      needed_to: timestamp,
      /** Null before the first reading. */
      read_to: timestamp.nullable(),
      /** From then on it is closed without. */
      waits_until: timestamp,
    })
    .nullable(),
  /** Gifts that two people could still count before it is closed by itself; null where none keeps it from being closed. */
  held: z
    .object({
      gifts: z.number().int(),
      /** From then on it is closed without, and they can only be sent back. */
      waits_until: timestamp,
    })
    .nullable(),
  /**
   * Counted gifts that M-Pesa has given back, before two people have decided about them; null where none keeps it from being
   * closed.
   */
  reversed: z
    .object({
      gifts: z.number().int(),
      /** From then on it is closed with them. */
      waits_until: timestamp,
    })
    .nullable(),
  /** Why the worker could not close it; empty where nothing was wrong. */
  close_problem: sentence,
})
export type RunningMonth = z.infer<typeof runningMonth>
/** The same, before its sentences are in words. */
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
