import { lockName } from '#lib/core/advisory-lock.ts'
import { now } from '#lib/core/clock.ts'
import { RuleError, ValidationError } from '#lib/core/errors.ts'
import type { Tx } from '#lib/core/outbox.ts'
import { recordAudit } from '#lib/domain/audit/commands.ts'
import { settingFrom } from './policy.ts'
import { boundsOf, type SettingName, settingSchemas } from './schema.ts'

/** Makes all changes of settings wait for each other, because the bounds of some depend on others. */
export async function lockSettings(tx: Tx): Promise<void> {
  await lockName(tx.client, 'settings')
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
 * Reads the value of a locked setting.
 * @throws RuleError setting_changed (409) where it is no longer what the person saw
 */
export async function readLocked(tx: Tx, name: SettingName, version: number): Promise<number> {
  const stored = await tx.prisma.setting.findUnique({ where: { key: name } })
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
  const change = { value, version: version + 1, updatedAt: now() }
  await tx.prisma.setting.upsert({ where: { key: name }, create: { key: name, ...change }, update: change })
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
  const stored = await tx.prisma.setting.findUnique({ where: { key: other }, select: { value: true } })
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
