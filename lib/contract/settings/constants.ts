// Apart from the schemas, so that a screen that needs these loads no validation library.

/** Every setting; lib/domain/settings/schema.ts has its bounds and its default. */
export const settingNames = [
  'tracks_per_musician',
  'max_votes_per_phone_per_video_per_day',
  'voting_starts_day',
  'submissions_close_day',
  'transfer_second_approval_above',
  'payout_second_approval_above',
  'backup_days_kept',
  'fraud_show_score',
  'fraud_hold_score',
] as const
export type SettingName = (typeof settingNames)[number]
