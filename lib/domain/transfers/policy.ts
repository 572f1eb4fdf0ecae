import { type Cents, toShillings } from '#lib/core/money.ts'
import type { SystemAccountKind } from '#lib/domain/ledger/schema.ts'

/** Balances of other system accounts follow M-Pesa's books, held withdrawals or unmatched payments. */
const transferableKinds = ['platform_revenue', 'prize_pool', 'royalty_pool'] as const
export type TransferableKind = (typeof transferableKinds)[number]

export function isTransferable(kind: SystemAccountKind): kind is TransferableKind {
  return transferableKinds.some((one) => one === kind)
}

/** In cents. */
type Bounds = {
  /** Transfers in minus transfers out. */
  readonly brought: Cents
  /** Money at M-Pesa beyond what is owed to people (lib/domain/cash/position.ts). */
  readonly free: Cents
  /** By the books. Negative if more was paid out than was brought to the bank. */
  readonly bank: Cents
}

/**
 * The transferable amount. The royalty pool's part of subscriptions belongs to musicians, so only money
 * transferred in can leave it. Revenue already paid out to bank or owner is not available.
 */
export function movableOf(kind: TransferableKind, held: Cents, { brought, free, bank }: Bounds): Cents {
  const left = bank < 0n ? free + bank : free
  const most =
    kind === 'royalty_pool' ? least(brought, held) : kind === 'platform_revenue' ? least(left, held) : held
  return most > 0n ? most : 0n
}

const least = (a: Cents, b: Cents) => (a < b ? a : b)

/** @param above the setting `transfer_second_approval_above`, in shillings */
export function needsSecondPerson(amount: Cents, above: number): boolean {
  return toShillings(amount) > above
}
