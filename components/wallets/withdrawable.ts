import { WITHDRAWAL_MAX, WITHDRAWAL_MIN } from '#lib/contract/payouts/constants.ts'

/** Returns what can be withdrawn at once at the most, in whole shillings; null where even all of it is too little. */
export function mostWithdrawable(available: number): number | null {
  const most = Math.min(Math.floor(available), WITHDRAWAL_MAX)
  return most < WITHDRAWAL_MIN ? null : most
}
