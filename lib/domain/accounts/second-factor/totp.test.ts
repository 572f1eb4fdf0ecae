import { describe, expect, test } from 'vitest'
import { newTotpSecret, stepOfCode, totpUri } from './totp.ts'

// RFC 6238, appendix B: the ASCII secret 12345678901234567890 in base 32, and the last six of each code's eight digits.
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const vectors = [
  [59, 0x1, '287082'],
  [1_111_111_109, 0x23523ec, '081804'],
  [1_111_111_111, 0x23523ed, '050471'],
  [1_234_567_890, 0x273ef07, '005924'],
  [2_000_000_000, 0x3f940aa, '279037'],
  [20_000_000_000, 0x27bc86aa, '353130'],
] as const
const at = (seconds: number) => new Date(seconds * 1_000)

describe('the code of a moment', () => {
  test.each(vectors)('%i seconds after 1970 is that of RFC 6238', (seconds, step, code) => {
    expect(stepOfCode(secret, code, at(seconds))).toBe(step)
  })

  test('is taken one step early and one step late, and no more', () => {
    const [seconds, step, code] = vectors[4]
    const start = step * 30
    expect(start).toBeLessThanOrEqual(seconds)
    expect(stepOfCode(secret, code, at(start - 30))).toBe(step)
    expect(stepOfCode(secret, code, at(start + 59))).toBe(step)
    expect(stepOfCode(secret, code, at(start - 31))).toBeNull()
    expect(stepOfCode(secret, code, at(start + 60))).toBeNull()
  })

  test.each(['', '28708', '2870820', 'abcdef', '287083'])('is not %j', (code) => {
    expect(stepOfCode(secret, code, at(59))).toBeNull()
  })
})

test('a new secret has 160 bits, is another each time, and its address names the person and us', () => {
  const made = newTotpSecret()
  expect(made).toMatch(/^[A-Z2-7]{32}$/)
  expect(newTotpSecret()).not.toBe(made)
  const uri = new URL(totpUri(made, 'amina@example.test'))
  expect(decodeURIComponent(uri.pathname)).toMatch(/Ngoma:amina@example\.test$/)
  expect(Object.fromEntries(uri.searchParams)).toEqual({
    issuer: 'Ngoma',
    secret: made,
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  })
})
