import { type Cents, toShillings } from '#lib/core/money.ts'
import type { SystemAccountKind } from '#lib/domain/ledger/schema.ts'

/**
 * The wallets that people may move money between. The others follow something else: M-Pesa's own books, what was held
 * for withdrawals, what was paid and not yet found out.
 */
const transferableKinds = ['platform_revenue', 'prize_pool', 'royalty_pool'] as const
export type TransferableKind = (typeof transferableKinds)[number]

/** Whether transfers may touch this wallet. */
export function isTransferable(kind: SystemAccountKind): kind is TransferableKind {
  return transferableKinds.some((one) => one === kind)
}

/** In cents. */
type Bounds = {
  /** What transfers have put in, less what they took out. */
  readonly brought: Cents
  /** What M-Pesa holds beyond what is owed (lib/domain/cash/position.ts). */
  readonly free: Cents
}

/**
 * How much a transfer may take out of a wallet. What subscriptions put into the royalty pool is the musicians': only
 * what transfers brought can be taken out of it again. Revenue that was paid out to the bank or the owner is not there to be promised.
 */
export function movableOf(kind: TransferableKind, held: Cents, { brought, free }: Bounds): Cents {
  const most =
    kind === 'royalty_pool' ? least(brought, held) : kind === 'platform_revenue' ? least(free, held) : held
  return most > 0n ? most : 0n
}

const least = (a: Cents, b: Cents) => (a < b ? a : b)

/** Whether one person may not move this much alone. @param above shillings, the setting */
export function needsSecondPerson(amount: Cents, above: number): boolean {
  return toShillings(amount) > above
}
