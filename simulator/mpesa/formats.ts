// M-Pesa's formats. The simulator's amounts are bigint cents.
import { randomBytes, randomInt } from 'node:crypto'

const nairobiOffsetMs = 3 * 3_600_000

/** `20191219102115`, as in Timestamp, TransactionDate and TransTime. */
export function toStamp(at: Date): string {
  return new Date(at.getTime() + nairobiOffsetMs).toISOString().slice(0, 19).replace(/[-T:]/g, '')
}

/** `06.07.2024 22:48:52`, as in TransactionCompletedDateTime. */
export function toDottedTime(at: Date): string {
  const stamp = toStamp(at)
  const date = `${stamp.slice(6, 8)}.${stamp.slice(4, 6)}.${stamp.slice(0, 4)}`
  return `${date} ${toClock(at)}:${stamp.slice(12, 14)}`
}

/** `19/12/19`, as in messages on the handset. */
export function toShortDate(at: Date): string {
  const stamp = toStamp(at)
  return `${stamp.slice(6, 8)}/${stamp.slice(4, 6)}/${stamp.slice(2, 4)}`
}

export function toClock(at: Date): string {
  const stamp = toStamp(at)
  return `${stamp.slice(8, 10)}:${stamp.slice(10, 12)}`
}

/** `19800.00`, as in C2B payloads, Results and account balances. */
export function toDecimal(cents: bigint): string {
  const sign = cents < 0n ? '-' : ''
  const absolute = cents < 0n ? -cents : cents
  return `${sign}${absolute / 100n}.${String(absolute % 100n).padStart(2, '0')}`
}

/** `19,800.00`, as in messages on the handset. */
export function toGrouped(cents: bigint): string {
  const [whole = '0', fraction] = toDecimal(cents).split('.')
  return `${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${fraction}`
}

/** `250` or `250.50`, as in prompts. */
export function toShort(cents: bigint): string {
  return toGrouped(cents).replace(/\.00$/, '')
}

/** A JSON number with two decimals (50.00), as in Safaricom's callbacks. */
export function toJsonNumber(cents: bigint): object {
  return JSON.rawJSON(toDecimal(cents))
}

/** Writes bigint cents as JSON numbers: no sum comes near 2^53. */
export function toJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) => (typeof part === 'bigint' ? Number(part) : part))
}

declare global {
  interface JSON {
    /** ECMAScript's "JSON.parse source text access". */
    rawJSON(text: string): object
  }
}

const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/**
 * Returns a receipt like NLJ7RT61SV: year (N is 2019), month, day, seven random characters. Not necessarily
 * unused.
 */
export function randomReceipt(at: Date): string {
  const stamp = toStamp(at)
  const year = letters[10 + ((Number(stamp.slice(0, 4)) - 2006) % 26)]
  const month = letters[9 + Number(stamp.slice(4, 6))]
  const day = letters[Number(stamp.slice(6, 8))]
  const rest = Array.from({ length: 7 }, () => letters[randomInt(letters.length)])
  return `${year}${month}${day}${rest.join('')}`
}

/** MerchantRequestID, OriginatorConversationID and requestId: `29115-34620561-1`. */
export function newRequestId(): string {
  return `${randomInt(1_000, 99_999)}-${randomInt(10_000_000, 99_999_999)}-1`
}

/** CheckoutRequestID: `ws_CO_191220191020363925` plus the phone's last nine digits. */
export function newCheckoutRequestId(at: Date, phone: string): string {
  const stamp = toStamp(at)
  const date = `${stamp.slice(6, 8)}${stamp.slice(4, 6)}${stamp.slice(0, 4)}${stamp.slice(8)}`
  return `ws_CO_${date}${randomInt(1_000, 9_999)}${phone.slice(-9)}`
}

/** ConversationID: `AG_20191219_00005797af5d7d75f652`. */
export function newConversationId(at: Date): string {
  return `AG_${toStamp(at).slice(0, 8)}_${randomBytes(10).toString('hex')}`
}
