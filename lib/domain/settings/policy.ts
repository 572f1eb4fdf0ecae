import { settingNames } from '#lib/contract/settings/calls.ts'
import { type SettingName, settingSchemas } from './schema.ts'

/** Returns a stored key as a setting's name. @throws Error for any other */
export function settingNameOf(key: string): SettingName {
  const found = settingNames.find((name) => name === key)
  if (!found) throw new Error(`${key} is no setting`)
  return found
}

/** Returns the value of a setting. One that is out of its bounds, which a later version may tighten, is the default. */
export function settingFrom(name: SettingName, stored: unknown): number {
  const parsed = settingSchemas[name].safeParse(stored)
  return parsed.success ? parsed.data : settingSchemas[name].parse(undefined)
}
