import { describe, expect, test } from 'vitest'
import { failureOfCode, isTerminalCode } from './result-codes.ts'

describe('result codes of prompts', () => {
  test.each([
    '1',
    '2',
    '3',
    '4',
    '8',
    '17',
    '1001',
    '1019',
    '1025',
    '1032',
    '1037',
    '2001',
    '2028',
    '8006',
    '9999',
    'SFC_IC0003',
  ])('%s ends a prompt', (code) => {
    expect(isTerminalCode(code)).toBe(true)
  })

  test.each(['', '0', '4999', '500.001.1001', '1032 ', '7777', 'constructor', '__proto__', 'toString'])(
    '%j decides nothing',
    (code) => {
      expect(isTerminalCode(code)).toBe(false)
    },
  )

  test('a code that nobody knows has the word for that', () => {
    expect(failureOfCode('7777')).toBe('other')
  })
})
