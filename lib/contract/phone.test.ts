import { describe, expect, test } from 'vitest'
import { register } from './accounts/calls.ts'
import { claim, giftPhone } from './gifts/calls.ts'
import { withdraw } from './payouts/calls.ts'
import { readableMask, readGiftPhone, readMobile } from './phone.ts'
import { updateProfile } from './profiles/calls.ts'
import { join } from './subscriptions/calls.ts'
import { tallyFind } from './tally/calls.ts'
import { topup } from './topups/calls.ts'

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
    expect(readGiftPhone(typed)).toBe(sent)
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
    expect(readGiftPhone(typed)).toBeNull()
  })

  test.each(['0112345678', '+254 112-345-678', '254112345678', '112345678'])(
    '%s can have paid, and can not be prompted',
    (typed) => {
      expect(readMobile(typed)).toBe('254112345678')
      expect(giftPhone.safeParse('254112345678').success).toBe(false)
    },
  )
})

const spellings = [
  '0712345678',
  ' 0712 345 678 ',
  '\u200e0712\u00a0345\u00a0678',
  '\u202a+254 712 345 678\u202c',
  '0712-345-678',
  '0712\u2013345\u2013678',
  '0712.345.678',
  '(0712) 345678',
  '254 (0) 712 345 678',
  '00254712345678',
  '00254 (0) 712 345 678',
]

/** What each call reads from a typed number. */
const readers: Record<string, (typed: string) => unknown> = {
  registration: (typed) => register.body.shape.phone_number.parse(typed),
  profile: (typed) => updateProfile.body.parse({ phone_number: typed }).phone_number,
  subscription: (typed) => join.body.parse({ phone_number: typed }).phone_number,
  'top-up': (typed) => topup.body.parse({ amount: 100, phone_number: typed }).phone_number,
  withdrawal: (typed) => withdraw.body.parse({ amount: 100, phone_number: typed }).phone_number,
  claim: (typed) => claim.body.parse({ receipt: 'NLJ7RT61SV', phone_number: typed }).phone_number,
  tally: (typed) => tallyFind.body.parse({ receipt: 'NLJ7RT61SV', phone_number: typed }).phone_number,
}

describe.each(Object.entries(readers))('the number of a %s', (_, read) => {
  test.each(spellings)('may be written as %j', (typed) => {
    expect(read(typed)).toBe('254712345678')
  })

  test('may be one of 01, and not one of another country', () => {
    expect(read('0112 345 678')).toBe('254112345678')
    expect(() => read('+256 772 123456')).toThrow()
  })
})

test('a number with hidden digits reads as people write it, and nothing else changes', () => {
  expect(readableMask('254712•••678')).toBe('0712•••678')
  expect(readableMask('254112•••678')).toBe('0112•••678')
  expect(readableMask('2547*****678')).toBe('07*****678')
  expect(readableMask('2547 ***** 6')).toBe('07 ***** 6')
  for (const other of ['', '256772•••123', '254a9f03c1d2']) expect(readableMask(other)).toBe(other)
})
