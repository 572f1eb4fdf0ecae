import { parseNairobiTimestamp } from '#lib/core/clock.ts'
import { parseShillings } from '#lib/core/money.ts'
import { isCarried, isOurShortcode } from '#lib/domain/mpesa/limits.ts'
import {
  c2bPayment,
  darajaError,
  statementLine,
  stkCallback,
  stkQueryAnswer,
} from '#lib/domain/mpesa/schema.ts'
import type { Evidence, PaidEvidence } from './schema.ts'

/** How the row came into the inbox. The last two are our own questions' answers. */
export type InboxKind = 'stk' | 'c2b/confirmation' | 'stk_query' | 'statement'

/** A callback, understood; or why not. */
export type Reading =
  | { readonly evidence: Evidence; readonly checkoutRequestId: string | null }
  | { readonly unreadable: string }

/** Reads the raw body of an inbox row (design/daraja.md). Pure: never throws, whatever the body holds. */
export function readCallback(kind: string, body: string, trusted: boolean, receivedAt: Date): Reading {
  const parsed = parseJson(body)
  if (parsed === undefined) return { unreadable: 'not JSON' }
  switch (kind) {
    case 'stk':
      return readStkCallback(parsed, trusted, receivedAt)
    case 'c2b/confirmation':
      return readPaybill(parsed, trusted, receivedAt)
    case 'stk_query':
      return readQueryAnswer(parsed)
    case 'statement':
      return readStatementLine(parsed, receivedAt)
    default:
      return { unreadable: `unknown kind ${kind}` }
  }
}

/** What a callback says where it leaves no question open. */
export type PlainlyPaid = Pick<PaidEvidence, 'receipt' | 'amount' | 'paidAt' | 'phone'> & {
  readonly checkoutRequestId: string | null
}

const UNTOLD = new Date(0)

/**
 * What a callback of one payment says where it plainly says that this was paid, and when; null where it says anything else.
 * Pure, as `readCallback`. It has to come from an address that is believed.
 */
export function readPlainlyPaid(kind: string, body: string): PlainlyPaid | null {
  const reading = kind === 'stk' ? readCallback(kind, body, true, UNTOLD) : null
  if (!reading || !('evidence' in reading)) return null
  const { evidence, checkoutRequestId } = reading
  if (evidence.kind !== 'paid' || evidence.paidAt === UNTOLD) return null
  const { receipt, amount, paidAt, phone } = evidence
  return { receipt, amount, paidAt, phone, checkoutRequestId }
}

/** Escapes of what Postgres takes in no text or gives back otherwise: NUL, and halves of surrogate pairs. */
const UNSTORABLE = /\\u(?:0000|d[89a-f])/i

function parseJson(body: string): unknown {
  try {
    return UNSTORABLE.test(body) ? JSON.parse(body, storable) : JSON.parse(body)
  } catch {
    return undefined
  }
}

function storable(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : value
}

function readStkCallback(body: unknown, trusted: boolean, receivedAt: Date): Reading {
  const parsed = stkCallback.safeParse(body)
  if (!parsed.success) return { unreadable: 'not an STK callback' }
  const { ResultCode, CheckoutRequestID, CallbackMetadata } = parsed.data.Body.stkCallback
  const checkoutRequestId = CheckoutRequestID || null
  if (ResultCode !== '0')
    return { evidence: { kind: 'failed', code: ResultCode, trusted }, checkoutRequestId }
  const items = metadata(CallbackMetadata?.Item ?? [])
  const amount = parseShillings(items.get('Amount'))
  const receipt = String(items.get('MpesaReceiptNumber') ?? '')
    .trim()
    .toUpperCase()
  // Success without a receipt, or an amount that M-Pesa can carry, proves too little: ask M-Pesa.
  if (amount === null || !isCarried(amount) || receipt === '') {
    return { evidence: { kind: 'failed', code: 'incomplete', trusted: false }, checkoutRequestId }
  }
  return {
    evidence: {
      kind: 'paid',
      source: 'callback',
      receipt,
      amount,
      paidAt: parseNairobiTimestamp(items.get('TransactionDate') ?? '') ?? receivedAt,
      phone: items.get('PhoneNumber')?.toString() ?? null,
      accountReference: null,
      trusted,
    },
    checkoutRequestId,
  }
}

/** Its items by name, those without a value left out. */
function metadata(items: readonly unknown[]): Map<string, string | number> {
  const found = new Map<string, string | number>()
  for (const item of items) {
    if (typeof item !== 'object' || item === null || !('Name' in item) || !('Value' in item)) continue
    const { Name, Value } = item
    if (typeof Name === 'string' && (typeof Value === 'string' || typeof Value === 'number'))
      found.set(Name, Value)
  }
  return found
}

function readPaybill(body: unknown, trusted: boolean, receivedAt: Date): Reading {
  const parsed = c2bPayment.safeParse(body)
  if (!parsed.success) return { unreadable: 'not a Paybill confirmation' }
  if (!isOurShortcode(parsed.data.BusinessShortCode)) return { unreadable: 'for another shortcode' }
  const amount = parseShillings(parsed.data.TransAmount)
  if (amount === null || amount === 0n) return { unreadable: 'no amount' }
  if (!isCarried(amount)) return { unreadable: 'an amount that M-Pesa does not carry' }
  return {
    evidence: {
      kind: 'paid',
      source: 'paybill',
      receipt: parsed.data.TransID.trim().toUpperCase(),
      amount,
      paidAt: parseNairobiTimestamp(parsed.data.TransTime) ?? receivedAt,
      phone: parsed.data.MSISDN || null,
      accountReference: parsed.data.BillRefNumber,
      trusted,
    },
    checkoutRequestId: null,
  }
}

function readQueryAnswer(body: unknown): Reading {
  const parsed = stkQueryAnswer.safeParse(body)
  // "Being processed", throttled, or a fault: all of them decide nothing.
  if (!parsed.success)
    return darajaError.safeParse(body).success ? undecided : { unreadable: 'not a query answer' }
  const { ResultCode } = parsed.data
  const evidence: Evidence =
    ResultCode === '0' ? { kind: 'query_paid' } : { kind: 'query_failed', code: ResultCode }
  return { evidence, checkoutRequestId: null }
}

const undecided: Reading = { evidence: { kind: 'undecided' }, checkoutRequestId: null }

function readStatementLine(body: unknown, receivedAt: Date): Reading {
  const parsed = statementLine.safeParse(body)
  if (!parsed.success) return { unreadable: 'not a statement line' }
  const amount = parseShillings(parsed.data.amount)
  if (amount === null || amount === 0n) return { unreadable: 'no amount' }
  if (!isCarried(amount)) return { unreadable: 'an amount that M-Pesa does not carry' }
  return {
    evidence: {
      kind: 'paid',
      source: 'statement',
      receipt: parsed.data.transactionId.trim().toUpperCase(),
      amount,
      paidAt: parseStatementDate(parsed.data.trxDate) ?? receivedAt,
      phone: parsed.data.msisdn || null,
      accountReference: parsed.data.billreference,
      trusted: true,
    },
    checkoutRequestId: null,
  }
}

/** Statement dates come with a zone, or as Nairobi time without one. */
function parseStatementDate(text: string): Date | null {
  const digits = text.replace(/\D/g, '')
  const zoned = /(Z|[+-]\d{2}:?\d{2})$/.test(text)
  if (!zoned) return parseNairobiTimestamp(digits.slice(0, 14))
  const moment = new Date(text)
  return Number.isNaN(moment.getTime()) ? null : moment
}
