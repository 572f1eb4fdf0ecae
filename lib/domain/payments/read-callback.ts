import { addSeconds, parseNairobiTimestamp } from '#lib/core/clock.ts'
import { parseShillings } from '#lib/core/money.ts'
import {
  c2bPayment,
  darajaError,
  gatewayFault,
  statementLine,
  stkCallback,
  stkQueryAnswer,
} from '#lib/daraja/answers.ts'
import { isCarried, isOurShortcode } from '#lib/domain/mpesa/limits.ts'
import { readReceipt } from '#lib/domain/mpesa/receipt.ts'
import { isReversal } from '#lib/domain/mpesa/reversal.ts'
import type { Evidence } from './schema.ts'

/** The last two are answers to our own queries. */
export type InboxKind = 'stk' | 'c2b/confirmation' | 'stk_query' | 'statement'

export type Reading =
  | { readonly evidence: Evidence; readonly checkoutRequestId: string | null }
  | { readonly unreadable: string }

/** How far M-Pesa's clock may be ahead of ours. */
export const CLOCK_SLACK_SECONDS = 5 * 60
/** No message is about older payments: the statement reaches back 48 hours. */
const OLDEST_SECONDS = 72 * 3_600

/** The message's own time if plausible, else its arrival. */
function believedTime(told: Date | null, at: Date): { paidAt: Date; isTimeKnown: boolean } {
  const isTimeKnown =
    told !== null && told >= addSeconds(at, -OLDEST_SECONDS) && told <= addSeconds(at, CLOCK_SLACK_SECONDS)
  return { paidAt: isTimeKnown ? told : at, isTimeKnown }
}

/**
 * Parses the body of a callback (docs/daraja.md). Pure; never throws, whatever the body is.
 * @param at time of arrival
 */
export function readCallback(kind: string, body: string, trusted: boolean, at: Date): Reading {
  const parsed = parseJson(body)
  if (parsed === undefined) return { unreadable: 'not JSON' }
  switch (kind) {
    case 'stk':
      return readStkCallback(parsed, trusted, at)
    case 'c2b/confirmation':
      return readPaybill(parsed, trusted, at)
    case 'stk_query':
      return readQueryAnswer(parsed, at)
    case 'statement':
      return readStatementLine(parsed, at)
    default:
      return { unreadable: `unknown kind ${kind}` }
  }
}

/** Escapes that PostgreSQL text cannot store faithfully: NUL, and halves of surrogate pairs. */
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

function readStkCallback(body: unknown, trusted: boolean, at: Date): Reading {
  const parsed = stkCallback.safeParse(body)
  if (!parsed.success) return { unreadable: 'not an STK callback' }
  const { ResultCode, CheckoutRequestID, CallbackMetadata } = parsed.data.Body.stkCallback
  const checkoutRequestId = CheckoutRequestID || null
  if (ResultCode !== '0')
    return { evidence: { kind: 'failed', code: ResultCode, trusted }, checkoutRequestId }
  const items = metadata(CallbackMetadata?.Item ?? [])
  const amount = parseShillings(items?.get('Amount'))
  const receipt = readReceipt(items?.get('MpesaReceiptNumber'))
  // Success without a single receipt and a possible amount proves too little: query M-Pesa.
  if (items === null || amount === null || !isCarried(amount) || receipt === null) {
    return { evidence: { kind: 'failed', code: 'incomplete', trusted: false }, checkoutRequestId }
  }
  return {
    evidence: {
      kind: 'paid',
      source: 'callback',
      receipt,
      amount,
      ...believedTime(parseNairobiTimestamp(items.get('TransactionDate') ?? ''), at),
      phone: items.get('PhoneNumber')?.toString() ?? null,
      accountReference: null,
      trusted,
    },
    checkoutRequestId,
  }
}

/** Items by name, without empty ones. Null for a duplicate name, because either value may be right. */
function metadata(items: readonly unknown[]): Map<string, string | number> | null {
  const found = new Map<string, string | number>()
  for (const item of items) {
    if (typeof item !== 'object' || item === null || !('Name' in item) || !('Value' in item)) continue
    const { Name, Value } = item
    if (typeof Name !== 'string' || (typeof Value !== 'string' && typeof Value !== 'number')) continue
    if (found.has(Name)) return null
    found.set(Name, Value)
  }
  return found
}

function readPaybill(body: unknown, trusted: boolean, at: Date): Reading {
  const parsed = c2bPayment.safeParse(body)
  if (!parsed.success) return { unreadable: 'not a Paybill confirmation' }
  const { BusinessShortCode, TransactionType: type, TransAmount } = parsed.data
  if (!isOurShortcode(BusinessShortCode)) return { unreadable: 'for another shortcode' }
  // Reversals are read from the statement instead.
  if (isReversal({ type, amount: TransAmount })) return { unreadable: 'a reversal' }
  const amount = parseShillings(TransAmount)
  if (amount === null || amount === 0n) return { unreadable: 'no amount' }
  if (!isCarried(amount)) return { unreadable: 'an amount that M-PESA does not carry' }
  const receipt = readReceipt(parsed.data.TransID)
  if (receipt === null) return { unreadable: 'no receipt' }
  return {
    evidence: {
      kind: 'paid',
      source: 'paybill',
      receipt,
      amount,
      ...believedTime(parseNairobiTimestamp(parsed.data.TransTime), at),
      phone: parsed.data.MSISDN || null,
      accountReference: parsed.data.BillRefNumber,
      trusted,
    },
    checkoutRequestId: null,
  }
}

function readQueryAnswer(body: unknown, at: Date): Reading {
  const parsed = stkQueryAnswer.safeParse(body)
  // "Being processed", throttled, or a fault: decides nothing.
  if (!parsed.success) {
    const isKnown = darajaError.safeParse(body).success || gatewayFault.safeParse(body).success
    return isKnown ? undecided : { unreadable: 'not a query answer' }
  }
  const { ResultCode, CheckoutRequestID } = parsed.data
  const evidence: Evidence =
    ResultCode === '0' ? { kind: 'query_paid', at } : { kind: 'query_failed', code: ResultCode }
  return { evidence, checkoutRequestId: CheckoutRequestID || null }
}

const undecided: Reading = { evidence: { kind: 'undecided' }, checkoutRequestId: null }

function readStatementLine(body: unknown, at: Date): Reading {
  const parsed = statementLine.safeParse(body)
  if (!parsed.success) return { unreadable: 'not a statement line' }
  if (isReversal({ type: parsed.data.transactiontype, amount: parsed.data.amount }))
    return { unreadable: 'a reversal' }
  const amount = parseShillings(parsed.data.amount)
  if (amount === null || amount === 0n) return { unreadable: 'no amount' }
  if (!isCarried(amount)) return { unreadable: 'an amount that M-PESA does not carry' }
  const receipt = readReceipt(parsed.data.transactionId)
  if (receipt === null) return { unreadable: 'no receipt' }
  return {
    evidence: {
      kind: 'paid',
      source: 'statement',
      receipt,
      amount,
      ...believedTime(parseStatementDate(parsed.data.trxDate), at),
      phone: parsed.data.msisdn || null,
      accountReference: parsed.data.billreference,
      trusted: true,
    },
    checkoutRequestId: null,
  }
}

/** Parses a time of the statement; a time without a zone is Nairobi's. */
export function parseStatementDate(text: string): Date | null {
  const digits = text.replace(/\D/g, '')
  const zoned = /(Z|[+-]\d{2}:?\d{2})$/.test(text)
  if (!zoned) return parseNairobiTimestamp(digits.slice(0, 14))
  const moment = new Date(text)
  return Number.isNaN(moment.getTime()) ? null : moment
}
