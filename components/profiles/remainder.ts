import { WITHDRAWAL_MIN } from '#lib/contract/payouts/constants.ts'
import type { Wallet } from '#lib/contract/wallets/calls.ts'

/** Returns what is left in a wallet and can not be withdrawn, in shillings; null where there is nothing or more. */
export function remainderIn(wallet: Pick<Wallet, 'balance' | 'held'> | null | undefined): number | null {
  if (!wallet || wallet.held > 0) return null
  return wallet.balance > 0 && wallet.balance < WITHDRAWAL_MIN ? wallet.balance : null
}
