export const settingUnits = [
  'tracks',
  'votes',
  'day_of_month',
  'shillings',
  'days',
  'points',
  'percent',
] as const
export type SettingUnit = (typeof settingUnits)[number]

type SettingRule = {
  readonly min: number
  readonly max: number
  readonly default: number
  readonly unit: SettingUnit
  /** One super admin proposes, another confirms: for what is counted, paid or approved. */
  readonly takesTwo: boolean
}

/**
 * Settings that super admins can change (docs/api.md, Admin). Each needs words in the messages
 * (`SystemSettings.names` and `SystemSettings.meanings`).
 */
export const settingRules = {
  /** Counts tracks that are neither rejected nor retired. */
  tracks_per_musician: { min: 1, max: 100, default: 3, unit: 'tracks', takesTwo: false },
  max_votes_per_phone_per_video_per_day: {
    min: 1,
    max: 1_000_000,
    default: 1_000,
    unit: 'votes',
    takesTwo: true,
  },
  /** Day of the month in Nairobi. */
  voting_starts_day: { min: 2, max: 20, default: 8, unit: 'day_of_month', takesTwo: false },
  submissions_close_day: { min: 21, max: 28, default: 24, unit: 'day_of_month', takesTwo: false },
  /** A fund transfer above this amount needs a second super admin. */
  transfer_second_approval_above: {
    min: 0,
    max: 100_000_000,
    default: 50_000,
    unit: 'shillings',
    takesTwo: true,
  },
  /** A withdrawal above this amount needs two approvals. */
  payout_second_approval_above: { min: 0, max: 250_000, default: 50_000, unit: 'shillings', takesTwo: true },
  /** The newest three verified backups are never deleted. */
  backup_days_kept: { min: 1, max: 3_650, default: 30, unit: 'days', takesTwo: false },
  /** Signals are shown to officers from this score. */
  fraud_show_score: { min: 1, max: 100, default: 40, unit: 'points', takesTwo: false },
  /** A gift from the dancer's own phone is held from this score; 101 means never. */
  fraud_hold_score: { min: 1, max: 101, default: 80, unit: 'points', takesTwo: true },
  /** Withheld from each prize for the tax authority, from the next close of a month. */
  prize_tax_percent: { min: 0, max: 50, default: 0, unit: 'percent', takesTwo: true },
  /** Withheld from each royalty for the tax authority, from the next close of a month. */
  royalty_tax_percent: { min: 0, max: 50, default: 0, unit: 'percent', takesTwo: true },
} as const satisfies Record<string, SettingRule>

export type SettingName = keyof typeof settingRules
export const settingNames = Object.keys(settingRules) as SettingName[]
