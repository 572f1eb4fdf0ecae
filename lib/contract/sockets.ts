import { z } from 'zod'
import { leaderboardRow } from './challenges.ts'

/** /ws/votes/{videoId}/ */
export const voteUpdate = z.object({
  type: z.literal('vote_update'),
  video_id: z.string(),
  vote_count: z.number().int(),
  delta: z.number().int(),
})
export type VoteUpdate = z.infer<typeof voteUpdate>

/** /ws/leaderboard/ */
export const leaderboardUpdate = z.object({
  type: z.literal('leaderboard_update'),
  data: z.array(leaderboardRow),
})
export type LeaderboardUpdate = z.infer<typeof leaderboardUpdate>

export const pong = z.object({ type: z.literal('pong'), timestamp: z.number() })
