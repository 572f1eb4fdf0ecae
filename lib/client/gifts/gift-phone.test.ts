import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { giftPhone, payingPhone } from '#lib/contract/gifts/calls.ts'
import { formatPhone, normaliseGiftPhone, normalisePayingPhone } from './gift-phone.ts'

describe('a phone as people type it', () => {
  test.each([
    ['0712 345 678', '254712345678'],
    ['+254712345678', '254712345678'],
    ['+254 712-345-678', '254712345678'],
    ['254712345678', '254712345678'],
    ['712345678', '254712345678'],
    [' 0799(000)111 ', '254799000111'],
    ['\u202a+254 712 345 678\u202c', '254712345678'],
    ['\u200e0712\u00a0345\u00a0678', '254712345678'],
    ['+2540712345678', '254712345678'],
    ['2540712345678', '254712345678'],
    ['00254712345678', '254712345678'],
    ['254 (0) 712 345 678', '254712345678'],
    ['0712\u2011345\u2013678', '254712345678'],
    ['0712\u2014345\u2212678', '254712345678'],
    ['0712/345/678', '254712345678'],
    ['Tel: 0712 345 678', '254712345678'],
  ])('%s is sent as %s', (typed, sent) => {
    expect(normaliseGiftPhone(typed)).toBe(sent)
  })

  test.each([
    '',
    '0112345678',
    '+254112345678',
    '07123',
    '07123456789',
    '0812345678',
    'abc',
    '+1 712345678',
    '+255 712 345 678',
    '0712+345678',
    '0712•••678',
    '254712•••678',
    '0712 345 678 / 0722 345 678',
  ])('%j is refused', (typed) => {
    expect(normaliseGiftPhone(typed)).toBeNull()
  })

  test.each(['0112345678', '+254 112-345-678', '254112345678', '112345678'])(
    '%s can have paid, and can not be prompted',
    (typed) => {
      expect(normalisePayingPhone(typed)).toBe('254112345678')
      expect(payingPhone.parse(normalisePayingPhone(typed))).toBe('254112345678')
      expect(giftPhone.safeParse('254112345678').success).toBe(false)
    },
  )

  test('a phone that is not told whole is read as others are', () => {
    expect(formatPhone('254712•••678')).toBe('0712\u00a0•••\u00a0678')
    expect(formatPhone('2547…678')).toBe('07…\u00a0678')
    expect(formatPhone('2547*****678')).toBe('07*****678')
    expect(formatPhone('+44 20 7946 0000')).toBe('+44 20 7946 0000')
  })

  test('whatever is taken is what the API takes, and reads back as the same phone', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999_999 }), (digits) => {
        const sent = normaliseGiftPhone(`07${String(digits).padStart(8, '0')}`)
        expect(giftPhone.safeParse(sent).success).toBe(true)
        expect(normaliseGiftPhone(formatPhone(sent ?? ''))).toBe(sent)
      }),
    )
  })
})
