import type { CashKind, CashPlace, ListedCashKind } from '#lib/contract/cash/constants.ts'
import { placesOfKind } from '#lib/contract/cash/constants.ts'
import { addSeconds, nairobiDayStart, nairobiMidnight } from '#lib/core/clock.ts'
import type { Cents } from '#lib/core/money.ts'
import type { SystemAccountKind } from '#lib/domain/ledger/schema.ts'

// The rules of cash journals (lib/domain/ledger/README.md).

/** Each account's change in cents. */
export type CashChanges = Readonly<Record<CashPlace, Cents>>

export const isPlaceOf = (kind: CashKind, place: CashPlace): boolean => placesOfKind[kind].includes(place)

/** @param place an account that `placesOfKind` allows */
export function changesOf(kind: CashKind, place: CashPlace, amount: Cents): CashChanges {
  const changes = { working: 0n, utility: 0n, bank: 0n }
  const isIn = kind === 'float_in' || kind === 'owner_in'
  changes[place] = isIn ? amount : -amount
  if (kind === 'to_bank') changes.bank = amount
  if (kind === 'float_in') changes.bank = -amount
  if (kind === 'mpesa_move') changes[place === 'working' ? 'utility' : 'working'] = amount
  return changes
}

/** The account that balances the changes; null if the money only moves between our own. */
export function counterOf(kind: ListedCashKind): SystemAccountKind | null {
  switch (kind) {
    case 'mpesa_charge':
      return 'mpesa_charges'
    case 'bank_charge':
      return 'bank_charges'
    case 'owner_in':
    case 'owner_out':
    case 'opening':
      return 'owner_funds'
    case 'tax_payment':
      return 'withholding_tax'
    default:
      return null
  }
}

export const takenBack = ({ working, utility, bank }: CashChanges): CashChanges => ({
  working: -working,
  utility: -utility,
  bank: -bank,
})

/**
 * Returns noon of a day that people entered, or `at` if noon is still to come.
 * @param day as `2026-11-22`, in Nairobi
 * @returns undefined for a future day
 */
export function momentOfDay(day: string, at: Date): Date | undefined {
  const start = nairobiMidnight(day)
  if (start > nairobiDayStart(at)) return undefined
  const noon = addSeconds(start, 12 * 3_600)
  return noon > at ? at : noon
}

/**
 * When money moved. `from` and `to` are equal if M-Pesa names the time; otherwise they enclose the possible
 * part of a day.
 */
export type Span = { readonly from: Date; readonly to: Date }

/**
 * Returns when the money of a journal moved. People enter a day, and the movement precedes their proposal.
 * @param proposedBy null for a movement that M-Pesa's statement lists
 */
export function spanOf({
  happenedAt,
  proposedAt,
  proposedBy,
}: {
  readonly happenedAt: Date
  readonly proposedAt: Date
  readonly proposedBy: string | null
}): Span {
  if (proposedBy === null) return { from: happenedAt, to: happenedAt }
  const from = nairobiDayStart(happenedAt)
  const end = addSeconds(from, 86_400)
  return { from, to: end < proposedAt ? end : proposedAt }
}

/**
 * Returns what is left of an open difference after a journal of `more` was booked. A balance contains only
 * movements before it was read. If the span does not tell which came first, the journal counts if it explains
 * the difference or a part of it.
 * @param readAt when M-Pesa's balance that shows the difference was read
 */
export function differenceLeft(difference: Cents, more: Cents, { from, to }: Span, readAt: Date): Cents {
  const left = difference - more
  if (to <= readAt) return left
  if (from > readAt) return difference
  const explains = difference < 0n ? more < 0n && left <= 0n : more > 0n && left >= 0n
  return explains ? left : difference
}
