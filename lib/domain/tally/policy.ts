import { createHash } from 'node:crypto'
import { paymentText, rowText, startText, type TallyLine } from '#lib/contract/tally/format.ts'

/** A credited gift waits this long for the receipt of a payment that only a query has proven; then it is listed without. */
export const RECEIPT_WAIT_SECONDS = 48 * 60 * 60

/** A closed month is looked at each minute for so long: refunds and late receipts. After that, nightly. */
export const WATCHED_AFTER_CLOSE_SECONDS = 7 * 24 * 60 * 60

/** A head is published once in each hour of this length. */
const HEAD_EVERY_MS = 60 * 60 * 1000

export type ChainedLine = TallyLine & { readonly hash: string }

const hex = (text: string): string => createHash('sha256').update(text).digest('hex')

/** The hash before the first row. */
export function chainStart(challengeId: string, salt: string): string {
  return hex(startText(challengeId, salt))
}

/** A row's `payment`. */
export function paymentHash(parts: Parameters<typeof paymentText>[0]): string {
  return hex(paymentText(parts))
}

/** Chains rows to `previous`, each to the one before it, numbered from `position` + 1. */
export function chain<Row extends Omit<TallyLine, 'position'>>(
  previous: { readonly position: number; readonly hash: string },
  rows: readonly Row[],
): (Row & ChainedLine)[] {
  let { position, hash } = previous
  return rows.map((row) => {
    position += 1
    const line = { ...row, position }
    hash = hex(rowText(hash, line))
    return { ...line, hash }
  })
}

/** A phone that is known in full, or '': masked ones and the hashes that M-Pesa tells at times are no phones. */
export function knownPhone(phone: string | null): string {
  return phone !== null && /^254\d{9}$/.test(phone) ? phone : ''
}

/**
 * Whether the end of the chain is to be published now: once in every hour while gifts are counted, and again whenever
 * something was added after that.
 * @param last when the newest head was published and where it stood; null where there is none
 */
export function headIsDue(
  last: { readonly publishedAt: Date; readonly position: number } | null,
  position: number,
  isCounting: boolean,
  at: Date,
): boolean {
  if (!last) return isCounting || position > 0
  if (position === last.position && !isCounting) return false
  const hourOf = (moment: Date) => Math.floor(moment.getTime() / HEAD_EVERY_MS)
  return hourOf(at) > hourOf(last.publishedAt)
}
