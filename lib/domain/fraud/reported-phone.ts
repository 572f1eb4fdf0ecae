import { sha256 } from '#lib/core/ids.ts'

// M-Pesa gives a Paybill payer's phone whole, masked in the middle, or as a hash.

export type ReportedPhone =
  /** 254 and nine digits. */
  | { readonly kind: 'whole'; readonly phone: string }
  /** SHA-256 of the phone, in hex. */
  | { readonly kind: 'hash'; readonly hash: string }
  /** The digits before and after the masked ones. */
  | { readonly kind: 'mask'; readonly prefix: string; readonly suffix: string }
  | { readonly kind: 'nothing' }

/** Whether two phones are certainly the same, possibly the same, or not known to be the same. */
export type PhoneMatch = 'same' | 'may_be' | 'other'

const nothing: ReportedPhone = { kind: 'nothing' }

/** Fewest visible digits (of nine): a mask with fewer fits too many phones. */
const LEAST_SHOWN = 3

/** @param reported in any notation; null or '' if M-Pesa gave none */
export function readReportedPhone(reported: string | null): ReportedPhone {
  const text = (reported ?? '').replace(/[\s-]/g, '').toLowerCase()
  const nine = /^(?:\+?254|0)?([17]\d{8})$/.exec(text)?.[1]
  if (nine) return { kind: 'whole', phone: `254${nine}` }
  if (/^[0-9a-f]{64}$/.test(text)) return { kind: 'hash', hash: text }
  const mask = /^\+?(\d*)[*x][\d*x]*?(\d*)$/.exec(text)
  if (!mask) return nothing
  const [, shown = '', suffix = ''] = mask
  const prefix = shown.replace(/^0/, '254')
  const digits = Math.max(0, prefix.length - '254'.length - 1) + suffix.length
  return digits >= LEAST_SHOWN ? { kind: 'mask', prefix, suffix } : nothing
}

/** Hashes a phone as M-Pesa does. @param phone 2547XXXXXXXX */
export function phoneHash(phone: string): string {
  return Buffer.from(sha256(phone)).toString('hex')
}

export function matchPhones(one: ReportedPhone, other: ReportedPhone): PhoneMatch {
  if (one.kind === 'nothing' || other.kind === 'nothing') return 'other'
  if (one.kind === 'mask' || other.kind === 'mask') return fits(one, other) ? 'may_be' : 'other'
  return hashOf(one) === hashOf(other) ? 'same' : 'other'
}

type Hashable = Extract<ReportedPhone, { kind: 'whole' | 'hash' }>
const hashOf = (reported: Hashable) => (reported.kind === 'hash' ? reported.hash : phoneHash(reported.phone))

function fits(one: ReportedPhone, other: ReportedPhone): boolean {
  const [a, b] = [endsOf(one), endsOf(other)]
  if (!a || !b) return false
  const isPrefixed = a.prefix.startsWith(b.prefix) || b.prefix.startsWith(a.prefix)
  return isPrefixed && (a.suffix.endsWith(b.suffix) || b.suffix.endsWith(a.suffix))
}

/** The digits at both ends; null for a hash, which cannot match a mask. */
function endsOf(reported: ReportedPhone): { prefix: string; suffix: string } | null {
  if (reported.kind === 'whole') return { prefix: reported.phone, suffix: reported.phone }
  return reported.kind === 'mask' ? reported : null
}
