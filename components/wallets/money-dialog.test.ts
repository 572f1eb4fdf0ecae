import { expect, test } from 'vitest'
import { formatPhone } from '#lib/client/gifts/gift-phone.ts'
import { isOtherNumber } from './money-dialog.tsx'

test.each([
  '0712 345 678',
  '0712345678',
  '+254 712 345 678',
  '254712345678',
  '00254-712-345-678',
  formatPhone('254712345678'),
])('%s is the profile’s number, however that is written', (typed) => {
  for (const own of ['254712345678', '+254712345678', '0712 345 678'])
    expect(isOtherNumber(typed, own)).toBe(false)
  for (const own of ['254712345679', '254112345678', '']) expect(isOtherNumber(typed, own)).toBe(true)
})

test('what is not a whole number yet is not another one', () => {
  for (const typed of ['', '07', '0712 345 67', '0212 345 678', 'my number', '0712 345 6789'])
    expect(isOtherNumber(typed, '254700000000')).toBe(false)
})
