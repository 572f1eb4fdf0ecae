import { expect, test } from 'vitest'
import { remainderIn } from './delete-account-dialog.tsx'

test.each([
  [{ balance: 0, held: 0 }, null],
  [{ balance: 0.33, held: 0 }, 0.33],
  [{ balance: 9.99, held: 0 }, 9.99],
  [{ balance: 10, held: 0 }, null],
  [{ balance: 5, held: 100 }, null],
  [undefined, null],
])('of a wallet with %j, %s is too little to withdraw', (wallet, remainder) => {
  expect(remainderIn(wallet)).toBe(remainder)
})
