import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import { toStamp } from './nairobi-time.ts'

const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/**
 * A receipt like NLJ7RT61SV: a letter for the year (N is 2019), the month and the day, then seven at random.
 * The caller makes sure that it is new.
 */
export function newReceipt(at: Date): string {
  const stamp = toStamp(at)
  const year = letters[10 + ((Number(stamp.slice(0, 4)) - 2006) % 26)]
  const month = letters[9 + Number(stamp.slice(4, 6))]
  const day = letters[Number(stamp.slice(6, 8))]
  const rest = Array.from({ length: 7 }, () => letters[randomInt(letters.length)])
  return `${year}${month}${day}${rest.join('')}`
}

/** MerchantRequestID and requestId: `29115-34620561-1`. */
export function newRequestId(): string {
  return `${randomInt(1_000, 99_999)}-${randomInt(10_000_000, 99_999_999)}-1`
}

/** CheckoutRequestID: `ws_CO_191220191020363925` and, as since 2021, the phone's last nine digits. */
export function newCheckoutRequestId(at: Date, phone: string): string {
  const stamp = toStamp(at)
  const date = `${stamp.slice(6, 8)}${stamp.slice(4, 6)}${stamp.slice(0, 4)}${stamp.slice(8)}`
  return `ws_CO_${date}${randomInt(1_000, 9_999)}${phone.slice(-9)}`
}

/** ConversationID: `AG_20191219_00005797af5d7d75f652`. */
export function newConversationId(at: Date): string {
  return `AG_${toStamp(at).slice(0, 8)}_${randomBytes(10).toString('hex')}`
}

/** 28 characters, as access tokens of Daraja have. */
export function newAccessToken(): string {
  return randomBytes(21).toString('base64url')
}

export function newDeliveryId(): string {
  return randomUUID()
}
