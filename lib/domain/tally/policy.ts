import { createHash } from 'node:crypto'
import { paymentText, rowText, startText, type TallyLine } from '#lib/contract/tally/format.ts'

/** A gift proven by a query waits this long for its receipt; then it is listed without one. */
export const RECEIPT_WAIT_SECONDS = 48 * 60 * 60

/** A closed month is checked each minute for this time (refunds, late receipts), then nightly. */
export const WATCHED_AFTER_CLOSE_SECONDS = 7 * 24 * 60 * 60

/** Interval between published heads while gifts are counted. */
const HEAD_EVERY_MS = 60 * 60 * 1000

export type ChainedLine = TallyLine & { readonly hash: string }

const hex = (text: string): string => createHash('sha256').update(text).digest('hex')

export function chainStart(challengeId: string, salt: string): string {
  return hex(startText(challengeId, salt))
}

export function paymentHash(parts: Parameters<typeof paymentText>[0]): string {
  return hex(paymentText(parts))
}

/** Numbers rows from `previous.position` + 1, and hashes each with the hash of the row before. */
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

/** The phone if it is whole; '' for M-Pesa's masks and hashes. */
export function knownPhone(phone: string | null): string {
  return phone !== null && /^254\d{9}$/.test(phone) ? phone : ''
}

/**
 * Whether to publish a head: each hour while gifts are counted, later only for new rows.
 * @param last the newest head; null if none
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
