import type { SettingName } from '#lib/contract/settings/constants.ts'
import { lockName } from '#lib/core/advisory-lock.ts'
import { now } from '#lib/core/clock.ts'
import { RuleError, ValidationError } from '#lib/core/errors.ts'
import { anyOf } from '#lib/core/kysely.ts'
import type { Tx } from '#lib/core/outbox.ts'
import { recordAudit } from '#lib/domain/audit/commands.ts'
import { refusalOf, settingFrom, settingsToCheck } from './policy.ts'

/** Serializes changes, because the bounds of some settings depend on others. */
export async function lockSettings(tx: Tx): Promise<void> {
  await lockName(tx.client, 'settings')
}

type Wanted = {
  readonly name: SettingName
  readonly value: number
  /** The version that the user saw. */
  readonly version: number
}

/**
 * Returns the current value of a locked setting.
 * @throws RuleError setting_changed (409) if it changed since the user saw it
 * @throws ValidationError if the new value is out of bounds, or inconsistent with other settings
 */
export async function checkChange(tx: Tx, { name, value, version }: Wanted): Promise<number> {
  const found = await tx.kysely
    .selectFrom('setting')
    .selectAll()
    .where('key', '=', anyOf(settingsToCheck(name)))
    .execute()
  const row = found.find(({ key }) => key === name)
  if ((row?.version ?? 0) !== version) throw new RuleError('setting_changed', 409)
  const refusal = refusalOf(name, value, new Map(found.map((one) => [one.key, one.value])))
  if (refusal) throw new ValidationError({ value: refusal })
  return settingFrom(name, row?.value)
}

type Write = Wanted & {
  /** From `checkChange`. */
  readonly before: number
  readonly by: { readonly id: string }
  readonly address: string
  /** For the audit. */
  readonly more?: Readonly<Record<string, string>>
}

/** With its audit record. The same value changes nothing. */
export async function writeSetting(
  tx: Tx,
  { name, value, version, before, by, address, more }: Write,
): Promise<void> {
  if (before === value) return
  const change = { value, version: version + 1, updatedAt: now() }
  await tx.kysely
    .insertInto('setting')
    .values({ key: name, ...change })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(change))
    .execute()
  await recordAudit(tx, {
    actor: by,
    action: 'setting.changed',
    subject: { type: 'setting', id: name },
    before: { value: before },
    after: { value, ...more },
    address,
  })
}
