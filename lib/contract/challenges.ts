import { z } from 'zod'
import { defineCall, money, timestamp } from './call.ts'

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
