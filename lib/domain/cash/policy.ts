import type { CashKind, CashPlace, ListedCashKind } from '#lib/contract/cash/constants.ts'
import { placesOfKind } from '#lib/contract/cash/constants.ts'
import { addSeconds, nairobiDayStart, nairobiTime } from '#lib/core/clock.ts'
import type { Cents } from '#lib/core/money.ts'
import type { SystemAccountKind } from '#lib/domain/ledger/schema.ts'

// Pure functions (lib/domain/ledger/README.md).

/** Each account's change in cents. */
export type CashChanges = Readonly<Record<CashPlace, Cents>>

export const isPlaceOf = (kind: CashKind, place: CashPlace): boolean => placesOfKind[kind].includes(place)

/** @param place as in `placesOfKind` */
export function changesOf(kind: CashKind, place: CashPlace, amount: Cents): CashChanges {
  const changes = { working: 0n, utility: 0n, bank: 0n }
  const isIn = kind === 'float_in' || kind === 'owner_in'
  changes[place] = isIn ? amount : -amount
  if (kind === 'to_bank') changes.bank = amount
  if (kind === 'float_in') changes.bank = -amount
  if (kind === 'mpesa_move') changes[place === 'working' ? 'utility' : 'working'] = amount
  return changes
}

/** Returns null if the money stays ours. */
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
 * Noon of a day that people entered, but never in the future.
 * @param day as `2026-11-22`, in Nairobi
 * @returns undefined for a future day
 */
export function momentOfDay(day: string, at: Date): Date | undefined {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const start = nairobiTime(year, month, date)
  if (start > nairobiDayStart(at)) return undefined
  const noon = addSeconds(start, 12 * 3_600)
  return noon > at ? at : noon
}
