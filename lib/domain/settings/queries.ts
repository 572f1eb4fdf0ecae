import { now } from '#lib/core/clock.ts'
import { db, type Queryable } from '#lib/core/db.ts'
import { log } from '#lib/core/log.ts'
import { prisma } from '#lib/core/prisma.ts'
import { processSingleton } from '#lib/core/process-singleton.ts'
import { settingFrom } from './policy.ts'
import type { SettingName, Settings } from './schema.ts'

/** A change is in force everywhere after this long at the most. */
const TRUST_MS = 5_000

const known = processSingleton('settings', () => ({ settings: undefined as Settings | undefined, readAt: 0 }))

/** All settings, at most five seconds old. @param on the transaction's connection, where it is called inside of one */
export async function readSettings(on: Queryable = db()): Promise<Settings> {
  const cache = known.get()
  const age = now().getTime() - cache.readAt
  if (cache.settings && age >= 0 && age < TRUST_MS) return cache.settings
  const stored = await prisma(on).setting.findMany({ select: { key: true, value: true } })
  cache.settings = settingsFrom(new Map(stored.map((row) => [row.key, row.value])))
  cache.readAt = now().getTime()
  return cache.settings
}

/** Makes this process read the settings again. */
export function forgetSettings(): void {
  known.drop()
}

function settingsFrom(stored: ReadonlyMap<string, unknown>): Settings {
  const read = (name: SettingName): number => {
    const value = settingFrom(name, stored.get(name))
    if (stored.has(name) && stored.get(name) !== value)
      log.warn({ setting: name }, 'stored setting is out of bounds')
    return value
  }
  return {
    tracks_per_musician: read('tracks_per_musician'),
    max_votes_per_phone_per_video_per_day: read('max_votes_per_phone_per_video_per_day'),
    voting_starts_day: read('voting_starts_day'),
    submissions_close_day: read('submissions_close_day'),
    transfer_second_approval_above: read('transfer_second_approval_above'),
    payout_second_approval_above: read('payout_second_approval_above'),
    backup_days_kept: read('backup_days_kept'),
    fraud_show_score: read('fraud_show_score'),
    fraud_hold_score: read('fraud_hold_score'),
  }
}
