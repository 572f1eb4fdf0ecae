import { z } from 'zod'
import { defineCall, money, timestamp } from '#lib/contract/call.ts'
import { challengePhase } from '#lib/contract/challenges/calls.ts'

export const ownStanding = defineCall('GET /leaderboard/mine/', {
  group: 'Challenges',
  summary: 'Where the dancer stands in the current month, and what is missing to a prize',
  access: ['dancer'],
  answer: z.object({
    /** Null between months. */
    challenge: z
      .object({
        title: z.string(),
        current_phase: challengePhase,
        phase_ends_at: timestamp,
        winners: z.number().int(),
        prize_per_winner: money,
      })
      .nullable(),
    /** The best approved video; null without one. */
    video: z.object({ id: z.string(), title: z.string(), vote_count: z.number().int() }).nullable(),
    /** Null without a video, and outside voting and tallying. */
    rank: z.number().int().nullable(),
    /** Votes missing for a prize now; 0 if winning. */
    votes_to_prize: z.number().int().nullable(),
  }),
})
export type OwnStanding = z.infer<typeof ownStanding.answer>
