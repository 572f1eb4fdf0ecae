import { z } from 'zod'
import { defineCall, money, pageOf, paging, timestamp, uuid } from './call.ts'

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

export const current = defineCall({
  method: 'GET',
  path: '/videos/challenges/current/',
  group: 'Challenges',
  summary: "The month's challenge",
  answer: challenge,
})

export const leaderboardRow = z.object({
  rank: z.number().int(),
  video_id: z.string(),
  title: z.string(),
  dancer_username: z.string(),
  vote_count: z.number().int(),
  prize: money,
})
export type LeaderboardRow = z.infer<typeof leaderboardRow>

export const leaderboard = defineCall({
  method: 'GET',
  path: '/leaderboard/',
  group: 'Challenges',
  summary: 'The best video of each dancer, at most 100; empty outside voting and tallying',
  answer: z.array(leaderboardRow),
})

export const winner = z.object({
  rank: z.number().int(),
  video_id: z.string(),
  title: z.string(),
  dancer_username: z.string(),
  vote_count: z.number().int(),
  prize: money,
})

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
  winners: z.array(winner),
})
export type PastMonth = z.infer<typeof pastMonth>

export const past = defineCall({
  method: 'GET',
  path: '/challenges/',
  group: 'Challenges',
  summary: 'Months that are over, newest first, with their winners',
  query: z.object(paging),
  answer: pageOf(pastMonth),
})

export const results = defineCall({
  method: 'GET',
  path: '/challenges/{id}/results/',
  group: 'Challenges',
  summary: 'A closed month: every place of its final leaderboard, and the prizes that were paid',
  params: z.object({ id: uuid }),
  answer: pastMonth.extend({ places: z.array(winner) }),
})
export type MonthResults = z.infer<typeof results.answer>

export const movePhase = defineCall({
  method: 'POST',
  path: '/admin/challenges/{id}/phase/',
  group: 'Admin',
  summary: 'Move a month into its next phase ahead of its dates; closing pays prizes and royalties',
  access: ['super_admin'],
  params: z.object({ id: uuid }),
  body: z.object({
    phase: z.enum(['voting', 'tallying', 'closed'], { error: 'Choose voting, tallying or closed.' }),
  }),
  answer: z.object({ id: z.string(), phase: challengePhase }),
})
