import type { SystemSetting } from '#lib/contract/settings/calls.ts'
import { type SettingName, settingRules } from '#lib/contract/settings/constants.ts'
import { transaction } from '#lib/core/outbox.ts'
import { readSetting } from './desk-queries.ts'
import { proposeSetting } from './proposals.ts'
import { forgetSettings } from './queries.ts'
import { checkChange, lockSettings, writeSetting } from './write-setting.ts'

export type SettingChange = {
  name: SettingName
  value: number
  /** The version that the user saw: a concurrent change must not be overwritten unseen. */
  version: number
  by: { id: string }
  address: string
}

/**
 * Effective here at once, in other processes within five seconds (`readSettings`). A setting about shares or
 * confirmations waits for a second super admin (`proposals.ts`).
 * @throws ValidationError for a value out of bounds
 * @throws RuleError setting_changed if it changed since the user saw it, proposal_open (409)
 */
export async function changeSetting(change: SettingChange): Promise<SystemSetting> {
  const { name, value, by } = change
  const changed = await transaction(async (tx) => {
    await lockSettings(tx)
    const before = await checkChange(tx, change)
    if (!settingRules[name].takesTwo) await writeSetting(tx, { ...change, before })
    else if (before !== value) await proposeSetting(tx, { ...change, before })
    return readSetting(tx.client, name, by.id)
  })
  forgetSettings()
  return changed
}
