import { describe, expect, test } from 'vitest'
import { matchPhones, phoneHash, readReportedPhone } from './reported-phone.ts'

const phone = '254711234149'
const own = readReportedPhone(phone)

describe('a phone as M-Pesa tells it', () => {
  test.each(['254711234149', '+254 711 234 149', '0711234149', '711234149', '0711-234-149'])(
    'in full as %s is the same',
    (reported) => expect(matchPhones(readReportedPhone(reported), own)).toBe('same'),
  )

  test('as a hash is the same, and another’s is not', () => {
    expect(matchPhones(readReportedPhone(phoneHash(phone).toUpperCase()), own)).toBe('same')
    expect(matchPhones(readReportedPhone(phoneHash('254711234148')), own)).toBe('other')
    expect(matchPhones(readReportedPhone(phoneHash(phone)), readReportedPhone(phoneHash(phone)))).toBe('same')
  })

  test.each([
    '2547*****149',
    '+2547 **** *149',
    '07*****149',
    '254711***149',
    '2547xxxxx149',
    '*********149',
  ])('masked as %s may be it', (reported) => {
    expect(matchPhones(readReportedPhone(reported), own)).toBe('may_be')
    expect(matchPhones(own, readReportedPhone(reported))).toBe('may_be')
  })

  test.each(['2547*****148', '254722***149', '2541*****149'])('masked as %s is another', (reported) =>
    expect(matchPhones(readReportedPhone(reported), own)).toBe('other'),
  )

  test('masked as another masked one is may be the same; with a hash nothing can be compared', () => {
    const mask = readReportedPhone('2547*****149')
    expect(matchPhones(mask, readReportedPhone('254711***149'))).toBe('may_be')
    expect(matchPhones(mask, readReportedPhone('2547*****150'))).toBe('other')
    expect(matchPhones(mask, readReportedPhone(phoneHash(phone)))).toBe('other')
  })

  test.each([null, '', '2547********', '************', '2547*****49', 'WANJIRU', '12345'])(
    'as %s tells nothing',
    (reported) => {
      expect(readReportedPhone(reported)).toEqual({ kind: 'nothing' })
      expect(matchPhones(readReportedPhone(reported), own)).toBe('other')
    },
  )
})
