import { describe, expect, test } from 'vitest'
import { settingNames, settingRules } from '#lib/contract/settings/constants.ts'
import { refusalOf, settingFrom, settingNameOf, settingsToCheck } from './policy.ts'

const nothingStored = new Map<string, unknown>()

test.each(settingNames)('the default of %s is within its bounds', (name) => {
  expect(refusalOf(name, settingRules[name].default, nothingStored)).toBeNull()
})

test('a stored value counts within its bounds alone', () => {
  expect(settingFrom('tracks_per_musician', 100)).toBe(100)
  for (const stored of [undefined, null, '5', 0, 101, 2.5, Number.NaN])
    expect(settingFrom('tracks_per_musician', stored)).toBe(3)
})

test('no other key is a setting', () => {
  expect(settingNameOf('backup_days_kept')).toBe('backup_days_kept')
  expect(() => settingNameOf('toString')).toThrow('toString is no setting')
})

describe('a change', () => {
  test('is refused out of bounds, and for anything but a whole number', () => {
    for (const value of [0, 101, 2.5, Number.NaN])
      expect(refusalOf('tracks_per_musician', value, nothingStored)).toEqual(
        'Choose a whole number from 1 to 100.',
      )
    expect(refusalOf('tracks_per_musician', 1, nothingStored)).toBeNull()
  })

  test('of a fraud score fits the other one, as it is stored or by default', () => {
    const stored = new Map([
      ['fraud_show_score', 50],
      ['fraud_hold_score', 60],
    ])
    expect(settingsToCheck('fraud_show_score')).toEqual(['fraud_show_score', 'fraud_hold_score'])
    expect(refusalOf('fraud_show_score', 60, stored)).toBeNull()
    expect(refusalOf('fraud_show_score', 61, stored)).toEqual(
      'Choose at most 60. Gifts that are held must also be shown.',
    )
    expect(refusalOf('fraud_hold_score', 50, stored)).toBeNull()
    expect(refusalOf('fraud_hold_score', 49, stored)).toEqual(
      'Choose at least 50. Gifts that are held must also be shown.',
    )
    expect(refusalOf('fraud_hold_score', 39, nothingStored)).toEqual(
      'Choose at least 40. Gifts that are held must also be shown.',
    )
  })
})
