/**
 * In display order. Mailed links name a kind by its position (lib/domain/notifications/links.ts): add new
 * kinds last, remove none.
 */
export const notificationKinds = [
  'identity_decided',
  'video_decided',
  'track_decided',
  'tracks_assigned',
  'submission_closes',
  'votes_yesterday',
  'rank_changed',
  'month_result',
  'royalties',
  'payout_sent',
  'payout_failed',
] as const
export type NotificationKind = (typeof notificationKinds)[number]

/** Channels in addition to the bell, which shows everything. */
export const notificationChannels = ['mail', 'push'] as const
export type NotificationChannel = (typeof notificationChannels)[number]

export const BELL_SIZE = 8

/** Characters. */
export const ENDPOINT_MAX = 1_024
export const PUSH_KEY_MAX = 200
