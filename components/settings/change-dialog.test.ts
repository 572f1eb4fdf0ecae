import { expect, test } from 'vitest'
import { settingUnits } from '#lib/contract/settings/constants.ts'
import en from '#messages/en.json' with { type: 'json' }
import sw from '#messages/sw.json' with { type: 'json' }
import { whenInForce } from './change-dialog.tsx'

test.each([
  ['en', en.SystemSettings, /five seconds/, /next challenge/],
  ['sw', sw.SystemSettings, /sekunde tano/, /shindano lijalo/],
] as const)('days of the month are not said to be in force at once: %s', (_, words, atOnce, next) => {
  for (const unit of settingUnits) {
    const sentence = words[whenInForce({ unit, takes_two: false })]
    expect(atOnce.test(sentence)).toBe(unit !== 'day_of_month')
    expect(next.test(sentence)).toBe(unit === 'day_of_month')
    expect(words[whenInForce({ unit, takes_two: true })]).toBe(words.byTwo)
  }
})
