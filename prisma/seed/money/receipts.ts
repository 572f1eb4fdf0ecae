import { nairobiParts, nairobiTimestamp } from '#lib/core/clock.ts'
import type { Chance } from '../random.ts'

const SIGNS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

export type NewReceipt = (at: Date) => string

/** Returns receipts like M-Pesa's: year, month and day, then seven characters. */
export function receiptBook(chance: Chance): NewReceipt {
  const given = new Set<string>()
  return (at) => {
    const { year, month, day } = nairobiParts(at)
    const date = `${SIGNS[10 + ((year - 2006) % 26)]}${SIGNS[9 + month]}${SIGNS[day]}`
    for (;;) {
      const receipt = date + Array.from({ length: 7 }, () => chance.pick([...SIGNS])).join('')
      if (given.has(receipt)) continue
      given.add(receipt)
      return receipt
    }
  }
}

export function promptIds(chance: Chance, at: Date, phone: string): { checkout: string; merchant: string } {
  const stamp = nairobiTimestamp(at)
  const date = `${stamp.slice(6, 8)}${stamp.slice(4, 6)}${stamp.slice(0, 4)}${stamp.slice(8)}`
  return {
    checkout: `ws_CO_${date}${chance.whole(1_000, 9_999)}${phone.slice(-9)}`,
    merchant: `${chance.whole(1_000, 99_999)}-${chance.whole(10_000_000, 99_999_999)}-1`,
  }
}
