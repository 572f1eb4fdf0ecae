import { z } from 'zod'
import { defineCall, money } from '#lib/contract/call.ts'

export const leaderboardRow = z.object({
  rank: z.number().int(),
  video_id: z.string(),
  title: z.string(),
  dancer_username: z.string(),
  vote_count: z.number().int(),
  prize: money,
})
export type LeaderboardRow = z.infer<typeof leaderboardRow>

/** Sockets omit these fields, which change rarely. */
export const pictureRow = leaderboardRow.extend({
  thumbnail_url: z.string().nullable(),
  dancer_display_name: z.string(),
})
export type PictureRow = z.infer<typeof pictureRow>

/** Places gained since the order last changed (negative: lost), or 'new'. */
export const movement = z.union([z.number().int(), z.literal('new')])
export type Movement = z.infer<typeof movement>

/** Sockets omit `moved`: the page sees rows move. */
export const listedRow = pictureRow.extend({ moved: movement })
export type ListedRow = z.infer<typeof listedRow>

export const leaderboard = defineCall('GET /leaderboard/', {
  group: 'Challenges',
  summary: 'The best video of each dancer, at most 100; empty outside voting and tallying',
  answer: z.array(listedRow),
})
