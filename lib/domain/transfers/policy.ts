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

/**
 * How much a transfer may take out of a wallet. What subscriptions put into the royalty pool is the musicians': only
 * what transfers brought can be taken out of it again.
 * @param brought cents that transfers have put in, less those that they took out
 */
export function movableOf(kind: TransferableKind, held: Cents, brought: Cents): Cents {
  const most = kind === 'royalty_pool' && brought < held ? brought : held
  return most > 0n ? most : 0n
}

/** Whether one person may not move this much alone. @param above shillings, the setting */
export function needsSecondPerson(amount: Cents, above: number): boolean {
  return toShillings(amount) > above
}
