import { expect, test } from 'vitest'
import { accountKinds, isDebitAccount } from './chart.ts'
import { byNormalSide } from './system-wallets.ts'

test('a balance reads as the chart of accounts says, and what was paid out as money that left', () => {
  const negated = accountKinds.filter((kind) => byNormalSide(kind, 5n) === -5n)
  expect(negated).toEqual(accountKinds.filter((kind) => isDebitAccount(kind) && kind !== 'mpesa_payout'))
  expect(negated).toHaveLength(5)
  expect(byNormalSide('mpesa_payout', 5n)).toBe(5n)
})
