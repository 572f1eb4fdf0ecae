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
 * /ws/gifts/{giftId}/: the gift as `GET /gifts/{id}/` answers it, on joining and whenever it changes. Also sent on any other
 * socket after `watchGift`.
 */
export const giftUpdate = z.object({ type: z.literal('gift_update'), data: gift })
export type GiftUpdate = z.infer<typeof giftUpdate>

/** A message from the page: send `gift_update` for this gift on this socket as well. A later one replaces the gift. */
export const watchGift = z.object({ type: z.literal('watch_gift'), gift_id: z.string() })
export type WatchGift = z.infer<typeof watchGift>

/** /ws/leaderboard/ */
export const leaderboardUpdate = z.object({
  type: z.literal('leaderboard_update'),
  data: z.array(leaderboardRow),
})
export type LeaderboardUpdate = z.infer<typeof leaderboardUpdate>

/**
 * /ws/me/?token={access token}: what is the member's own. Each message comes on joining, and again when it changes.
 * How many tracks the dancer has in the month's challenge.
 */
export const tracksAssigned = z.object({ type: z.literal('tracks_assigned'), count: z.number().int() })

/** /ws/me/: how the dancer's subscription to the month's challenge stands. */
export const subscriptionUpdate = z.object({
  type: z.literal('subscription_update'),
  payment_status: subscriptionPaymentStatus,
})

/** /ws/me/: how many notifications are unread. */
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
 * /ws/wallet/?token={access token}: the own wallet on joining, then whenever something of it has changed; the same wallet
 * again where a withdrawal has moved on without touching the balance.
 */
export const walletUpdate = z.object({ type: z.literal('wallet_update'), data: wallet })
export type WalletUpdate = z.infer<typeof walletUpdate>

export const systemWallet = z.object({ wallet_type: z.string(), balance: money, display_name: sentence })
export type SystemWallet = z.infer<typeof systemWallet>

/** /ws/system-wallets/?token={access token of a super admin}: all of them on joining, then when one has changed. */
export const systemWalletsUpdate = z.object({
  type: z.literal('system_wallets_update'),
  data: z.array(systemWallet),
})
export type SystemWalletsUpdate = z.infer<typeof systemWalletsUpdate>
/** The same, before its sentences are in words. */
export type GivenSystemWalletsUpdate = z.input<typeof systemWalletsUpdate>

export const pong = z.object({ type: z.literal('pong'), timestamp: z.number() })
