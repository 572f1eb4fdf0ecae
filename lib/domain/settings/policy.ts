import { type SettingName, settingNames, settingRules } from '#lib/contract/settings/constants.ts'
import { type Sentence, say } from '#lib/core/sentence.ts'

export type Settings = Readonly<Record<SettingName, number>>

export type StoredValues = ReadonlyMap<string, unknown>

/** @throws Error for an unknown key */
export function settingNameOf(key: string): SettingName {
  const found = settingNames.find((name) => name === key)
  if (!found) throw new Error(`${key} is no setting`)
  return found
}

/** The stored value, or the default if it is out of bounds: a later release may tighten the bounds. */
export function settingFrom(name: SettingName, stored: unknown): number {
  return isInBounds(name, stored) ? stored : settingRules[name].default
}

function isInBounds(name: SettingName, value: unknown): value is number {
  const { min, max } = settingRules[name]
  return typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max
}

/** Pairs that bound each other: gifts are held only at a score at which their signal is also shown. */
const bounding: Partial<Record<SettingName, SettingName>> = {
  fraud_show_score: 'fraud_hold_score',
  fraud_hold_score: 'fraud_show_score',
}

export function settingsToCheck(name: SettingName): SettingName[] {
  const other = bounding[name]
  return other ? [name, other] : [name]
}

/** Why a value is out of bounds or inconsistent with other settings; null if allowed. */
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
