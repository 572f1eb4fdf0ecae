import type { WithdrawalBar } from '#lib/contract/people/constants.ts'
import { addSeconds, now } from '#lib/core/clock.ts'
import { PHONE_WAIT_SECONDS } from './policy.ts'

type Owner = {
  readonly isActive: boolean
  readonly withdrawalsFrozenAt: Date | null
  readonly phoneChangedAt: Date | null
  readonly kycStatus: string | null
}

/**
 * What keeps withdrawals from being sent: failed conditions of `isPayable` (rows.ts), an open signal, or a
 * pause of the queue.
 */
export function barsOf(owner: Owner, isDoubted: boolean, isPaused: boolean): WithdrawalBar[] {
  const changedAt = owner.phoneChangedAt
  const bars: Record<WithdrawalBar, boolean> = {
    frozen: owner.withdrawalsFrozenAt !== null,
    identity: owner.kycStatus !== 'approved',
    inactive: !owner.isActive,
    phone_changed: changedAt !== null && changedAt > addSeconds(now(), -PHONE_WAIT_SECONDS),
    signal: isDoubted,
    queue_paused: isPaused,
  }
  return (Object.keys(bars) as WithdrawalBar[]).filter((bar) => bars[bar])
}
