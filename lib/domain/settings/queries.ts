import { settingNames } from '#lib/contract/settings/constants.ts'
import { now } from '#lib/core/clock.ts'
import { db, type Queryable } from '#lib/core/db.ts'
import { kysely } from '#lib/core/kysely.ts'
import { log } from '#lib/core/log.ts'
import { processSingleton } from '#lib/core/process-singleton.ts'
import { type Settings, type StoredValues, settingFrom } from './policy.ts'

/** The longest delay until a change is effective everywhere. */
const TRUST_MS = 5_000

const known = processSingleton('settings', () => ({ settings: undefined as Settings | undefined, readAt: 0 }))

/** Returns settings at most five seconds old. @param on the transaction's connection inside one */
export async function readSettings(on: Queryable = db()): Promise<Settings> {
  const cache = known.get()
  const age = now().getTime() - cache.readAt
  if (cache.settings && age >= 0 && age < TRUST_MS) return cache.settings
  const stored = await kysely(on).selectFrom('setting').select(['key', 'value']).execute()
  cache.settings = settingsFrom(new Map(stored.map((row) => [row.key, row.value])))
  cache.readAt = now().getTime()
  return cache.settings
}

export function forgetSettings(): void {
  known.drop()
}

function settingsFrom(stored: StoredValues): Settings {
  const values = settingNames.map((name) => {
    const value = settingFrom(name, stored.get(name))
    if (stored.has(name) && stored.get(name) !== value)
      log.warn({ setting: name }, 'stored setting is out of bounds')
    return [name, value]
  })
  return Object.fromEntries(values)
}
