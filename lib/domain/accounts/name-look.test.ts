import { describe, expect, test } from 'vitest'
import { lookOf } from './name-look.ts'

describe('two names look the same', () => {
  test.each([
    ['Akinyi Steps', 'Аkinyi Steps', 'a Cyrillic capital'],
    ['Akinyi Steps', 'АKINYI STEPS', 'the same among capitals'],
    ['Akinyi Steps', 'akinyi steps', 'without case'],
    ['Hassan', 'НАSSАN', 'Cyrillic letters whose small ones differ'],
    ['Paul', 'PauI', 'a capital I for an l'],
    ['Paul', 'Pau1', 'a digit for a letter'],
    ['Mercy', 'Rnercy', 'two letters for one'],
    ['Otieno', '0tieno', 'a zero for an O'],
    ['Otieno', 'Οtienο', 'Greek letters'],
    ['Shiru', '𝐒𝐡𝐢𝐫𝐮', 'mathematical letters'],
    ['Shiru ❤', 'Shiru ❤️', 'a variation that does not show'],
    ['Akinyi Steps', 'Akinyi Steps.', 'a full stop'],
    ['Akinyi Steps', '  "Akinyi" – Steps!', 'marks of any kind'],
    ['Akinyi Steps', 'Akinyi_Steps', 'a mark for a blank'],
    ['DJ Kali', 'D.J. Kali', 'dots between letters'],
    ['Kimani', 'K!mani', 'a mark for a letter'],
    ['Wanjik\u0169', 'Wanjiku\u0303', 'an accent of its own'],
  ])('%s and %s: %s', (one, other) => {
    expect(lookOf(other)).toBe(lookOf(one))
  })
})

test('names that differ to the eye differ', () => {
  const names = [
    'Akinyi Steps',
    'Akinyi',
    'Akinyo Steps',
    'AkinyiSteps',
    'Shiru',
    'Shira',
    '陈伟',
    '陈威',
    'ሰላም',
    '💃',
    '!!!',
    '...',
    '🕺',
  ]
  expect(new Set(names.map(lookOf)).size).toBe(names.length)
})
