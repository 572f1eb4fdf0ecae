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
  /** Of the value that the person saw: what others have changed since is not overwritten unseen. */
  version: number
  by: { id: string }
  address: string
}

/**
 * Changes one setting. It is in force here at once, and in every other process within five seconds (`readSettings`). One that
 * says who gets how much, or who has to agree, waits for a second super admin (`proposals.ts`).
 * @throws ValidationError where the value is out of bounds
 * @throws RuleError setting_changed where it is no longer what the person saw, proposal_open (409)
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
