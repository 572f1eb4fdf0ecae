import { expect, test } from 'vitest'
import type { WalletItem } from '#lib/contract/transfers/calls.ts'
import { withAmount } from './use-wallets.ts'

const wallet = (amount: number, transferable: number | null) => ({ amount, transferable }) as WalletItem

test.each([
  ['gifts were counted', wallet(1_000, 1_000), 1_140, 1_140],
  ['a gift was sent back', wallet(1_000, 1_000), 400, 400],
  ['more was sent back than there was', wallet(1_000, 1_000), -5_000, 0],
  ['it has come back from below zero', wallet(-5_000, 0), 300, 300],
  ['a subscription came to the share of the musicians', wallet(900, 200), 1_200, 200],
  ['the musicians were paid', wallet(900, 200), 150, 150],
  ['transfers do not touch it', wallet(900, null), 1_200, null],
])('what can be moved is of the same moment as the amount: %s', (_, known, amount, transferable) => {
  expect(withAmount(known, amount)).toEqual({ ...known, amount, transferable })
})

test('what the socket has not told stays as it is', () => {
  expect(withAmount(wallet(900, 200), undefined)).toEqual(wallet(900, 200))
})
