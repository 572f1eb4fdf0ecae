import { z } from 'zod'
import { gift } from '#lib/contract/gifts/calls.ts'
import { leaderboardRow } from '#lib/contract/leaderboard/calls.ts'
import { subscriptionPaymentStatus } from '#lib/contract/subscriptions/calls.ts'
import { wallet } from '#lib/contract/wallets/calls.ts'
import { money, sentence } from './call.ts'

/** /ws/votes/{videoId}/ */
export const voteUpdate = z.object({
  type: z.literal('vote_update'),
  video_id: z.string(),
  vote_count: z.number().int(),
  delta: z.number().int(),
})
export type VoteUpdate = z.infer<typeof voteUpdate>

/**
 * /ws/gifts/{giftId}/: the gift as in `GET /gifts/{id}/`, on joining and at each change. Also on other
 * sockets after `watchGift`.
 */
export const giftUpdate = z.object({ type: z.literal('gift_update'), data: gift })
export type GiftUpdate = z.infer<typeof giftUpdate>

/** The page asks for this gift's updates on the socket it has. A later message replaces the gift. */
export const watchGift = z.object({ type: z.literal('watch_gift'), gift_id: z.string() })
export type WatchGift = z.infer<typeof watchGift>

/** /ws/leaderboard/ */
export const leaderboardUpdate = z.object({
  type: z.literal('leaderboard_update'),
  data: z.array(leaderboardRow),
})
export type LeaderboardUpdate = z.infer<typeof leaderboardUpdate>

/** /ws/me/?token={access token}: on joining and at each change. The dancer's tracks this month. */
export const tracksAssigned = z.object({ type: z.literal('tracks_assigned'), count: z.number().int() })

/** /ws/me/: the dancer's subscription this month. */
export const subscriptionUpdate = z.object({
  type: z.literal('subscription_update'),
  payment_status: subscriptionPaymentStatus,
})

export const notificationsUnread = z.object({
  type: z.literal('notifications_unread'),
  count: z.number().int(),
})

export const memberMessage = z.discriminatedUnion('type', [
  tracksAssigned,
  subscriptionUpdate,
  notificationsUnread,
])
export type MemberMessage = z.infer<typeof memberMessage>

/**
 * /ws/wallet/?token={access token}: the own wallet on joining and at each change; unchanged if only a
 * withdrawal's state moved.
 */
export const walletUpdate = z.object({ type: z.literal('wallet_update'), data: wallet })
export type WalletUpdate = z.infer<typeof walletUpdate>

export const systemWallet = z.object({ wallet_type: z.string(), balance: money, display_name: sentence })
export type SystemWallet = z.infer<typeof systemWallet>

/**
 * /ws/system-wallets/?token={access token of a super admin}: all system wallets on joining and at each
 * change.
 */
export const systemWalletsUpdate = z.object({
  type: z.literal('system_wallets_update'),
  data: z.array(systemWallet),
})
export type SystemWalletsUpdate = z.infer<typeof systemWalletsUpdate>
export type GivenSystemWalletsUpdate = z.input<typeof systemWalletsUpdate>

export const pong = z.object({ type: z.literal('pong'), timestamp: z.number() })
