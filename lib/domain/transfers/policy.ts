import { type Cents, toShillings } from '#lib/core/money.ts'
import type { SystemAccountKind } from '#lib/domain/ledger/schema.ts'

/** The others follow M-Pesa's books, withdrawals' holds, or unexplained payments. */
const transferableKinds = ['platform_revenue', 'prize_pool', 'royalty_pool'] as const
export type TransferableKind = (typeof transferableKinds)[number]

export function isTransferable(kind: SystemAccountKind): kind is TransferableKind {
  return transferableKinds.some((one) => one === kind)
}

/** In cents. */
type Bounds = {
  /** Transfers in minus transfers out. */
  readonly brought: Cents
  /** What M-Pesa holds beyond what is owed (lib/domain/cash/position.ts). */
  readonly free: Cents
}

/**
 * The movable amount. Subscriptions' part of the royalty pool is the musicians': only transferred money can
 * leave it. Revenue paid out to bank or owner is not available.
 */
export function movableOf(kind: TransferableKind, held: Cents, { brought, free }: Bounds): Cents {
  const most =
    kind === 'royalty_pool' ? least(brought, held) : kind === 'platform_revenue' ? least(free, held) : held
  return most > 0n ? most : 0n
}

const least = (a: Cents, b: Cents) => (a < b ? a : b)

/** @param above shillings, the setting */
export function needsSecondPerson(amount: Cents, above: number): boolean {
  return toShillings(amount) > above
}
