import fc from 'fast-check'
import { expect, test } from 'vitest'
import { giftPhone } from '#lib/contract/gifts/calls.ts'
import { readGiftPhone } from '#lib/contract/phone.ts'
import { formatPhone } from './gift-phone.ts'

test('a phone that is not told whole is read as others are', () => {
  expect(formatPhone('254712•••678')).toBe('0712\u00a0•••\u00a0678')
  expect(formatPhone('2547…678')).toBe('07…\u00a0678')
  expect(formatPhone('2547*****678')).toBe('07*****678')
  expect(formatPhone('+44 20 7946 0000')).toBe('+44 20 7946 0000')
})

test('whatever is taken is what the API takes, and reads back as the same phone', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 99_999_999 }), (digits) => {
      const sent = readGiftPhone(`07${String(digits).padStart(8, '0')}`)
      expect(giftPhone.safeParse(sent).success).toBe(true)
      expect(readGiftPhone(formatPhone(sent ?? ''))).toBe(sent)
    }),
  )
})
