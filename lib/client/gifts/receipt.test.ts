import fc from 'fast-check'
import { expect, test } from 'vitest'
import { claim } from '#lib/contract/gifts/calls.ts'
import { readReceipt } from './receipt.ts'

test.each([
  ['NLJ7RT61SV', 'NLJ7RT61SV'],
  [' nlj7rt61sv ', 'NLJ7RT61SV'],
  ['NLJ7 RT61 SV', 'NLJ7RT61SV'],
  [
    'NLJ7RT61SV Confirmed. Ksh250.00 paid to NGOMA for account K4TM9 on 19/12/26 at 10:21 AM. New balance Ksh1,204.00',
    'NLJ7RT61SV',
  ],
  ['NLJ7RT61SV Imethibitishwa. Ksh50.00 imetumwa kwa NGOMA 0712345678', 'NLJ7RT61SV'],
])('reads %j', (typed, receipt) => {
  expect(readReceipt(typed)).toBe(receipt)
})

test.each(['', 'ABC', 'I paid this morning and nothing happened', 'Ksh250.00 from 0712345678 on 19/12/2026'])(
  'finds none in %j',
  (typed) => {
    expect(readReceipt(typed)).toBeNull()
  },
)

test('what it finds, the call takes', () => {
  const words = fc
    .array(fc.oneof(fc.string(), fc.stringMatching(/^[A-Za-z0-9]{6,14}$/)))
    .map((all) => all.join(' '))
  fc.assert(
    fc.property(words, (typed) => {
      const receipt = readReceipt(typed)
      if (receipt !== null) expect(claim.body.shape.receipt.parse(receipt)).toBe(receipt)
    }),
  )
})
