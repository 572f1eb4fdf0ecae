import { type SettingName, settingNames, settingRules } from '#lib/contract/settings/constants.ts'
import { type Sentence, say } from '#lib/core/sentence.ts'

/** The values that are in force. */
export type Settings = Readonly<Record<SettingName, number>>

/** Values as they are stored, by the settings' names. */
export type StoredValues = ReadonlyMap<string, unknown>

/** Returns a stored key as a setting's name. @throws Error for any other */
export function settingNameOf(key: string): SettingName {
  const found = settingNames.find((name) => name === key)
  if (!found) throw new Error(`${key} is no setting`)
  return found
}

/** Returns the value of a setting. One that is out of its bounds, which a later version may tighten, is the default. */
export function settingFrom(name: SettingName, stored: unknown): number {
  return isInBounds(name, stored) ? stored : settingRules[name].default
}

function isInBounds(name: SettingName, value: unknown): value is number {
  const { min, max } = settingRules[name]
  return typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max
}

/** The setting that bounds another one: nothing is held that is not shown. */
const bounding: Partial<Record<SettingName, SettingName>> = {
  fraud_show_score: 'fraud_hold_score',
  fraud_hold_score: 'fraud_show_score',
}

/** The settings whose values decide whether a setting can change. */
export function settingsToCheck(name: SettingName): SettingName[] {
  const other = bounding[name]
  return other ? [name, other] : [name]
}

/** Tells why a setting cannot take a value: it is out of bounds, or does not go with the others as they are stored. */
export function refusalOf(name: SettingName, value: number, stored: StoredValues): Sentence | null {
  if (!isInBounds(name, value)) {
    const { min, max } = settingRules[name]
    return say('setting.range', { min, max })
  }
  const other = bounding[name]
  if (!other) return null
  const known = settingFrom(other, stored.get(other))
  if (name === 'fraud_hold_score' && value < known) return say('setting.at_least', { value: known })
  if (name === 'fraud_show_score' && value > known) return say('setting.at_most', { value: known })
  return null
}
