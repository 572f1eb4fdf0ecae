// Apart from the schemas, so that a screen that needs these loads no validation library.

/**
 * What people are told about, in the order of the page of choices. The links of mails name a kind by its place here
 * (lib/domain/notifications/links.ts), so a new one comes last, and none is taken out.
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

/** The ways besides the bell, which shows everything. */
export const notificationChannels = ['mail', 'push'] as const
export type NotificationChannel = (typeof notificationChannels)[number]

/** How many notifications the bell shows. */
export const BELL_SIZE = 8

/** Characters of a push service's address, and of a browser's keys in base64url. */
export const ENDPOINT_MAX = 1_024
export const PUSH_KEY_MAX = 200
