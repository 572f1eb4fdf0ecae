// Apart from the schemas, so that a screen that needs these loads no validation library.

/** What a setting counts. */
export const settingUnits = ['tracks', 'votes', 'day_of_month', 'shillings', 'days', 'points'] as const
export type SettingUnit = (typeof settingUnits)[number]

type SettingRule = {
  readonly min: number
  readonly max: number
  /** In force until a super admin changes the setting. */
  readonly default: number
  readonly unit: SettingUnit
  /** One super admin proposes and another confirms, because it decides what is counted or paid, or who has to agree. */
  readonly takesTwo: boolean
}

/**
 * Every value that super admins may change (docs/api.md, Admin). A new one needs a line here, and its words in the
 * messages (`SystemSettings.names` and `SystemSettings.meanings`).
 */
export const settingRules = {
  /** Tracks that are neither rejected nor retired, per musician. */
  tracks_per_musician: { min: 1, max: 100, default: 3, unit: 'tracks', takesTwo: false },
  max_votes_per_phone_per_video_per_day: {
    min: 1,
    max: 1_000_000,
    default: 1_000,
    unit: 'votes',
    takesTwo: true,
  },
  /** Day of the month (Nairobi) on which the next challenge opens for votes. */
  voting_starts_day: { min: 2, max: 20, default: 8, unit: 'day_of_month', takesTwo: false },
  /** Last day of the month for submissions and subscriptions of the next challenge. */
  submissions_close_day: { min: 21, max: 28, default: 24, unit: 'day_of_month', takesTwo: false },
  /** A fund transfer over it needs a second super admin. */
  transfer_second_approval_above: {
    min: 0,
    max: 100_000_000,
    default: 50_000,
    unit: 'shillings',
    takesTwo: true,
  },
  /** A withdrawal over it needs the approval of two people. */
  payout_second_approval_above: { min: 0, max: 250_000, default: 50_000, unit: 'shillings', takesTwo: true },
  /** Older backups are deleted; the newest three that were proven stay. */
  backup_days_kept: { min: 1, max: 3_650, default: 30, unit: 'days', takesTwo: false },
  /** Points from which suspicious gifts are shown to officers. */
  fraud_show_score: { min: 1, max: 100, default: 40, unit: 'points', takesTwo: false },
  /** Points from which a gift from the dancer's own phone is held before it counts; over 100 none is. */
  fraud_hold_score: { min: 1, max: 101, default: 80, unit: 'points', takesTwo: true },
} as const satisfies Record<string, SettingRule>

export type SettingName = keyof typeof settingRules
export const settingNames = Object.keys(settingRules) as SettingName[]
