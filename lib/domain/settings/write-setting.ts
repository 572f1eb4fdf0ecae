import { now } from '#lib/core/clock.ts'
import { firstRow, rows } from '#lib/core/db.ts'
import { RuleError, ValidationError } from '#lib/core/errors.ts'
import type { Tx } from '#lib/core/outbox.ts'
import { recordAudit } from '#lib/domain/audit/commands.ts'
import { settingFrom } from './policy.ts'
import { boundsOf, type SettingName, settingSchemas } from './schema.ts'

/** Changes of any settings wait for each other: the bounds of some depend on others. */
export async function lockSettings(tx: Tx): Promise<void> {
  await tx.client.query(`SELECT pg_advisory_xact_lock(hashtextextended('settings', 0))`)
}

type Write = {
  readonly name: SettingName
  readonly value: number
  /** Of the value that the person saw. */
  readonly version: number
  readonly by: { readonly id: string }
  readonly address: string
  /** For the record. */
  readonly more?: Readonly<Record<string, string>>
}

/**
 * The value of a locked setting.
 * @throws RuleError setting_changed (409) where it is no longer what the person saw
 */
export async function readLocked(tx: Tx, name: SettingName, version: number): Promise<number> {
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
  return settingFrom(name, stored?.value)
}

/**
 * Writes a locked setting, with its record. The same value again changes nothing.
 * @throws ValidationError where the value is out of bounds; RuleError setting_changed (409)
 */
export async function writeSetting(
  tx: Tx,
  { name, value, version, by, address, more }: Write,
): Promise<void> {
  const before = await readLocked(tx, name, version)
  await checkValue(tx, name, value)
  if (before === value) return
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
    after: { value, ...more },
    address,
  })
}

/** @throws ValidationError where a value is out of bounds, or does not go with the others as they are */
export async function checkValue(tx: Tx, name: SettingName, value: number): Promise<void> {
  if (!settingSchemas[name].safeParse(value).success) {
    const { min, max } = boundsOf(name)
    throw new ValidationError({ value: [`Choose a whole number from ${min} to ${max}.`] })
  }
  if (name !== 'fraud_show_score' && name !== 'fraud_hold_score') return
  const other = name === 'fraud_show_score' ? 'fraud_hold_score' : 'fraud_show_score'
  const stored = await firstRow<{ value: unknown }>(tx.client, 'SELECT value FROM setting WHERE key = $1', [
    other,
  ])
  const known = settingFrom(other, stored?.value)
  const [show, hold] = name === 'fraud_show_score' ? [value, known] : [known, value]
  if (hold < show)
    throw new ValidationError({
      value: [
        name === 'fraud_hold_score'
          ? `Choose at least ${show}: nothing is held that is not shown.`
          : `Choose at most ${hold}: nothing is held that is not shown.`,
      ],
    })
}
