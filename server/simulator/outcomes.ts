// Outcomes by name and by the last four digits of a phone number. README.md shows this table to people.
import { type Plan, plainPlan } from './plan.ts'

export const apis = ['stk', 'query', 'b2c', 'status', 'balance', 'reversal'] as const
export type Api = (typeof apis)[number]

type Outcome = { suffix?: string; for: readonly Api[]; says: string; plan: Partial<Plan> }

const told: readonly Api[] = ['stk', 'b2c', 'status', 'balance', 'reversal']
const stk: readonly Api[] = ['stk']
const b2c: readonly Api[] = ['b2c']
const asked: readonly Api[] = ['b2c', 'status', 'balance', 'reversal']

const table = {
  paid: { for: apis, says: 'all goes well', plan: {} },
  cancelled: { suffix: '0001', for: stk, says: 'the payer cancels (1032)', plan: { answer: 1032 } },
  'wrong-pin': {
    suffix: '0002',
    for: stk,
    says: 'the payer types a wrong PIN (2001)',
    plan: { answer: 2001 },
  },
  'low-balance': { suffix: '0003', for: stk, says: 'the payer holds too little (1)', plan: { answer: 1 } },
  'no-answer': { suffix: '0004', for: stk, says: 'nobody answers the prompt (1037)', plan: { answer: 1037 } },
  late: { suffix: '0005', for: told, says: 'the callback comes late', plan: { late: true } },
  twice: { suffix: '0006', for: told, says: 'the callback comes twice', plan: { copies: 2 } },
  'ten-at-once': { suffix: '0007', for: told, says: 'ten callbacks at once', plan: { copies: 10 } },
  'no-callback': { suffix: '0008', for: told, says: 'done, but never told', plan: { copies: 0 } },
  'before-ack': {
    suffix: '0009',
    for: told,
    says: 'the callback comes before the acknowledgement',
    plan: { beforeAck: true },
  },
  'wrong-amount': { suffix: '0010', for: stk, says: 'another amount is paid', plan: { wrongAmount: true } },
  'ack-lost': {
    suffix: '0011',
    for: told,
    says: 'the acknowledgement is lost, the rest goes on',
    plan: { ack: 'lost' },
  },
  error: { suffix: '0012', for: apis, says: 'HTTP 500, nothing is done', plan: { ack: 'error' } },
  throttled: {
    suffix: '0013',
    for: apis,
    says: 'HTTP 429 spike arrest, nothing is done',
    plan: { ack: 'throttled' },
  },
  slow: { suffix: '0014', for: apis, says: 'the acknowledgement takes long', plan: { ack: 'slow' } },
  'token-revoked': {
    suffix: '0015',
    for: apis,
    says: 'the token is refused once; the next try passes',
    plan: { ack: 'token-revoked' },
  },
  'query-lies': {
    suffix: '0016',
    for: stk,
    says: 'paid and told late, but the query says failed',
    plan: { query: 'failed', late: true },
  },
  'error-after': {
    suffix: '0017',
    for: told,
    says: 'HTTP 500, although the work is done',
    plan: { ack: 'error-after' },
  },
  'also-c2b': {
    suffix: '0018',
    for: stk,
    says: 'the payment also arrives as a C2B confirmation',
    plan: { alsoC2b: true },
  },
  expired: { suffix: '0019', for: stk, says: 'the prompt expires (1019)', plan: { answer: 1019 } },
  'push-error': { suffix: '0020', for: stk, says: 'the prompt can’t be sent (1025)', plan: { answer: 1025 } },
  'subscriber-locked': {
    suffix: '0021',
    for: stk,
    says: 'another prompt is open (1001)',
    plan: { answer: 1001 },
  },
  'same-amount': {
    suffix: '0022',
    for: stk,
    says: 'same amount within two minutes (17)',
    plan: { answer: 17 },
  },
  'odd-body': {
    suffix: '0023',
    for: stk,
    says: 'amount as text, items reordered, no phone',
    plan: { amountAsText: true, itemsReordered: true, phoneMissing: true },
  },
  'code-as-text': {
    suffix: '0024',
    for: told,
    says: 'ResultCode "0" as text',
    plan: { codeAsText: true },
  },
  'wrong-party': {
    suffix: '0025',
    for: stk,
    says: 'wrong type or party (SFC_IC0003)',
    plan: { answer: 'SFC_IC0003' },
  },
  'push-error-9999': {
    suffix: '0026',
    for: stk,
    says: 'the prompt can’t be sent (9999)',
    plan: { answer: 9999 },
  },
  'wrong-product': { suffix: '0027', for: stk, says: 'product assignment (2028)', plan: { answer: 2028 } },
  'pin-locked': { suffix: '0028', for: stk, says: 'the PIN is locked (8006)', plan: { answer: 8006 } },
  'daily-limit': { suffix: '0029', for: stk, says: 'daily limit (4)', plan: { answer: 4 } },
  'maximum-balance': { suffix: '0030', for: stk, says: 'maximum balance (8)', plan: { answer: 8 } },
  'below-minimum': { suffix: '0031', for: stk, says: 'below the minimum (2)', plan: { answer: 2 } },
  'above-maximum': { suffix: '0032', for: stk, says: 'above the maximum (3)', plan: { answer: 3 } },
  silence: {
    suffix: '0033',
    for: stk,
    says: 'nobody answers, and no callback tells it',
    plan: { answer: 1037, copies: 0 },
  },
  'ack-lost-silent': {
    suffix: '0034',
    for: told,
    says: 'the acknowledgement is lost and no callback comes: only the statement or a status query tells',
    plan: { ack: 'lost', copies: 0 },
  },
  'late-cancel': {
    suffix: '0035',
    for: stk,
    says: 'cancelled (1032), told late',
    plan: { answer: 1032, late: true },
  },
  'receipt-reused': {
    suffix: '0036',
    for: stk,
    says: 'the callback carries the receipt of an earlier payment',
    plan: { receiptReused: true },
  },
  'ack-lost-before': {
    suffix: '0037',
    for: told,
    says: 'the connection is cut and nothing is done',
    plan: { ack: 'lost-before' },
  },
  busy: { suffix: '0038', for: apis, says: '500.003.02 system busy, nothing is done', plan: { ack: 'busy' } },
  'query-processing': {
    suffix: '0039',
    for: stk,
    says: 'paid, no callback, and the query says processing for ever',
    plan: { query: 'processing', copies: 0 },
  },
  'queue-timeout-unpaid': {
    suffix: '0101',
    for: asked,
    says: 'QueueTimeOut, nothing was done',
    plan: { queueTimeOut: 'only', answer: 'SFC_IC0003' },
  },
  'queue-timeout': {
    suffix: '0102',
    for: asked,
    says: 'QueueTimeOut, yet done; no Result',
    plan: { queueTimeOut: 'only' },
  },
  'queue-timeout-then-result': {
    suffix: '0103',
    for: asked,
    says: 'QueueTimeOut, then Result 0 late',
    plan: { queueTimeOut: 'and-result', late: true },
  },
  unregistered: {
    suffix: '0104',
    for: b2c,
    says: 'the receiver is not registered (2040)',
    plan: { answer: 2040 },
  },
  inactive: {
    suffix: '0105',
    for: b2c,
    says: 'the receiver’s account is not active (2006)',
    plan: { answer: 2006 },
  },
  'receiver-full': { suffix: '0106', for: b2c, says: 'the receiver holds too much (8)', plan: { answer: 8 } },
  'initiator-wrong': { suffix: '0107', for: asked, says: 'initiator invalid (2001)', plan: { answer: 2001 } },
  'no-float': { suffix: '0108', for: b2c, says: 'the Utility account is empty (1)', plan: { answer: 1 } },
  'other-originator': {
    suffix: '0109',
    for: asked,
    says: 'the Result carries another originator id',
    plan: { otherOriginatorId: true },
  },
  'single-parameter': {
    suffix: '0110',
    for: asked,
    says: 'ResultParameter is one object, not a list',
    plan: { singleParameter: true },
  },
} as const satisfies Record<string, Outcome>

export type OutcomeName = keyof typeof table

export const outcomes: ReadonlyMap<string, Outcome> = new Map(Object.entries(table))

const bySuffix = new Map(
  [...outcomes.entries()].flatMap(([name, outcome]) =>
    outcome.suffix ? [[outcome.suffix, name] as const] : [],
  ),
)

/** The plan of a named outcome. Undefined for a name that does not exist. */
export function planOf(name: string): Plan | undefined {
  const outcome = outcomes.get(name)
  return outcome && { ...plainPlan, ...outcome.plan }
}

/**
 * The outcome that the last four digits of a phone ask for, by name. Only what moves money goes by the suffix:
 * otherwise the status query for a payout that was never told would never be told either.
 */
export function outcomeOfPhone(phone: string, api: Api): string | undefined {
  if (api !== 'stk' && api !== 'b2c') return undefined
  const name = bySuffix.get(phone.slice(-4))
  return name && outcomes.get(name)?.for.includes(api) ? name : undefined
}
