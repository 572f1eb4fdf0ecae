import type { SystemSetting } from '#lib/contract/system-settings.ts'
import { now } from '#lib/core/clock.ts'
import { firstRow, rows } from '#lib/core/db.ts'
import { RuleError, ValidationError } from '#lib/core/errors.ts'
import { transaction } from '#lib/core/outbox.ts'
import { recordAudit } from '#lib/domain/audit/commands.ts'
import { readSetting } from './desk-queries.ts'
import { settingFrom } from './policy.ts'
import { forgetSettings } from './queries.ts'
import { boundsOf, type SettingName, settingSchemas } from './schema.ts'

export type SettingChange = {
  name: SettingName
  value: number
  /** Of the value that the person saw: what others have changed since is not overwritten unseen. */
  version: number
  by: { id: string }
  address: string
}

/**
 * Changes one setting. It is in force here at once, and in every other process within five seconds (`readSettings`).
 * @throws ValidationError where the value is out of bounds
 * @throws RuleError setting_changed (409) where it is no longer what the person saw
 */
export async function changeSetting(change: SettingChange): Promise<SystemSetting> {
  const { name, version, by, address } = change
  const value = checkValue(name, change.value)
  const changed = await transaction(async (tx) => {
    await tx.client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`setting:${name}`])
    const stored = await firstRow<{ value: unknown; version: number }>(
      tx.client,
      'SELECT value, version FROM setting WHERE key = $1',
      [name],
    )
    if ((stored?.version ?? 0) !== version)
      throw new RuleError(
        'setting_changed',
        'Somebody has changed this setting in the meantime. Look at its new value first.',
        409,
      )
    const before = settingFrom(name, stored?.value)
    if (before !== value) {
      await rows(
        tx.client,
        `INSERT INTO setting (key, value, version, updated_at) VALUES ($1, $2, $3, $4)
          ON CONFLICT (key) DO UPDATE SET value = EXCLUDED.value, version = EXCLUDED.version, updated_at = EXCLUDED.updated_at`,
        [name, JSON.stringify(value), version + 1, now()],
      )
      await recordAudit(tx, {
        actor: by,
        action: 'setting.changed',
        subject: { type: 'setting', id: name },
        before: { value: before },
        after: { value },
        address,
      })
    }
    return readSetting(tx.client, name)
  })
  forgetSettings()
  return changed
}

function checkValue(name: SettingName, value: number): number {
  const parsed = settingSchemas[name].safeParse(value)
  if (parsed.success) return parsed.data
  const { min, max } = boundsOf(name)
  throw new ValidationError({ value: [`Choose a whole number from ${min} to ${max}.`] })
}
