import { z } from 'zod'
import type { SettingName, SettingUnit } from '#lib/contract/settings/calls.ts'

const whole = (min: number, max: number) => z.number().int().min(min).max(max)

/**
 * Every value that super admins may change, with its bounds and the default in force until they do
 * (docs/api.md, Admin).
 */
export const settingSchemas = {
  /** Tracks that are neither rejected nor retired, per musician. */
  tracks_per_musician: whole(1, 100).default(3),
  max_votes_per_phone_per_video_per_day: whole(1, 1_000_000).default(1_000),
  /** Day of the month (Nairobi) on which the next challenge opens for votes. */
  voting_starts_day: whole(2, 20).default(8),
  /** Last day of the month for submissions and subscriptions of the next challenge. */
  submissions_close_day: whole(21, 28).default(24),
  /** Shillings; a fund transfer over it needs a second super admin. */
  transfer_second_approval_above: whole(0, 100_000_000).default(50_000),
  /** Shillings; a withdrawal over it waits for the yes of two people. */
  payout_second_approval_above: whole(0, 250_000).default(50_000),
  /** Older backups are deleted; the newest three that were proven stay. */
  backup_days_kept: whole(1, 3_650).default(30),
  /** Points from which what is strange about gifts is shown to officers. */
  fraud_show_score: whole(1, 100).default(40),
  /** Points from which a gift from the dancer's own phone is held before it counts; over 100 none is. */
  fraud_hold_score: whole(1, 101).default(80),
} as const satisfies Record<SettingName, z.ZodDefault<z.ZodNumber>>

export type { SettingName }

export type Settings = { readonly [N in SettingName]: z.output<(typeof settingSchemas)[N]> }

const byTwo: ReadonlySet<SettingName> = new Set([
  'max_votes_per_phone_per_video_per_day',
  'transfer_second_approval_above',
  'payout_second_approval_above',
  'fraud_hold_score',
])

/** Whether a setting says what is counted or paid, or who has to agree: one super admin proposes, another confirms. */
export function takesTwoPeople(name: SettingName): boolean {
  return byTwo.has(name)
}

/** What each counts. */
export const settingUnitOf: Record<SettingName, SettingUnit> = {
  tracks_per_musician: 'tracks',
  max_votes_per_phone_per_video_per_day: 'votes',
  voting_starts_day: 'day_of_month',
  submissions_close_day: 'day_of_month',
  transfer_second_approval_above: 'shillings',
  payout_second_approval_above: 'shillings',
  backup_days_kept: 'days',
  fraud_show_score: 'points',
  fraud_hold_score: 'points',
}

/** The least and the greatest value of a setting. */
export function boundsOf(name: SettingName): { min: number; max: number } {
  const { minValue, maxValue } = settingSchemas[name].unwrap()
  if (minValue === null || maxValue === null) throw new Error(`the setting ${name} has no bounds`)
  return { min: minValue, max: maxValue }
}
