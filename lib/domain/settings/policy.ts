import { type SettingName, settingSchemas } from './schema.ts'

/** What a stored value means: out of its bounds (they may tighten in a later version) it gives way to the default. */
export function settingFrom(name: SettingName, stored: unknown): number {
  const parsed = settingSchemas[name].safeParse(stored)
  return parsed.success ? parsed.data : settingSchemas[name].parse(undefined)
}
