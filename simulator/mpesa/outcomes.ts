// Outcomes by name, by a phone's last four digits, or by default; README.md lists them.
import { z } from 'zod'
import { defaultPlan, type Plan, planSchema } from './plan.ts'

export const apis = ['stk', 'query', 'b2c', 'status', 'balance', 'reversal'] as const
export type Api = (typeof apis)[number]

const prompts: readonly Api[] = ['stk']
const payouts: readonly Api[] = ['b2c']
const answeredByResult: readonly Api[] = ['b2c', 'status', 'balance', 'reversal']
const answeredLater: readonly Api[] = [...prompts, ...answeredByResult]

type Row = readonly [suffix: string | null, usedFor: readonly Api[], says: string, plan: Partial<Plan>]

const table = {
  paid: [null, apis, 'all goes well', {}],
  cancelled: ['0001', prompts, 'the payer cancels (1032)', { answer: 1032 }],
  'wrong-pin': ['0002', prompts, 'the payer types a wrong PIN (2001)', { answer: 2001 }],
  'low-balance': ['0003', prompts, 'the payer holds too little (1)', { answer: 1 }],
  'no-answer': ['0004', prompts, 'nobody answers the prompt (1037)', { answer: 1037 }],
  late: ['0005', answeredLater, 'the callback comes late', { late: true }],
  twice: ['0006', answeredLater, 'the callback comes twice', { copies: 2 }],
  'ten-at-once': ['0007', answeredLater, 'ten callbacks at once', { copies: 10 }],
  'no-callback': ['0008', answeredLater, 'done, but never told', { copies: 0 }],
  'before-ack': ['0009', answeredLater, 'the callback comes before the acknowledgement', { beforeAck: true }],
  'wrong-amount': ['0010', prompts, 'another amount is paid', { wrongAmount: true }],
  'ack-lost': ['0011', answeredLater, 'the acknowledgement is lost, the rest goes on', { ack: 'lost' }],
  error: ['0012', apis, 'HTTP 500, nothing is done', { ack: 'error' }],
  throttled: ['0013', apis, 'HTTP 429 spike arrest, nothing is done', { ack: 'throttled' }],
  slow: ['0014', apis, 'the acknowledgement takes long', { ack: 'slow' }],
  'token-revoked': ['0015', apis, 'the token is refused once; the next try passes', { ack: 'token-revoked' }],
  'query-lies': [
    '0016',
    prompts,
    'paid and told late, but the query says failed',
    { query: 'failed', late: true },
  ],
  'error-after': ['0017', answeredLater, 'HTTP 500, although the work is done', { ack: 'error-after' }],
  'also-c2b': ['0018', prompts, 'the payment also arrives as a C2B confirmation', { alsoC2b: true }],
  expired: ['0019', prompts, 'the prompt expires (1019)', { answer: 1019 }],
  'push-error': ['0020', prompts, 'the prompt can’t be sent (1025)', { answer: 1025 }],
  'subscriber-locked': ['0021', prompts, 'another prompt is open (1001)', { answer: 1001 }],
  'same-amount': ['0022', prompts, 'same amount within two minutes (17)', { answer: 17 }],
  'odd-body': [
    '0023',
    prompts,
    'amount as text, items reordered, no phone',
    { amountAsText: true, itemsReordered: true, phoneMissing: true },
  ],
  'code-as-text': ['0024', answeredLater, 'ResultCode "0" as text', { codeAsText: true }],
  'wrong-party': ['0025', prompts, 'wrong type or party (SFC_IC0003)', { answer: 'SFC_IC0003' }],
  'push-error-9999': ['0026', prompts, 'the prompt can’t be sent (9999)', { answer: 9999 }],
  'wrong-product': ['0027', prompts, 'product assignment (2028)', { answer: 2028 }],
  'pin-locked': ['0028', prompts, 'the PIN is locked (8006)', { answer: 8006 }],
  'daily-limit': ['0029', prompts, 'daily limit (4)', { answer: 4 }],
  'maximum-balance': ['0030', prompts, 'maximum balance (8)', { answer: 8 }],
  'below-minimum': ['0031', prompts, 'below the minimum (2)', { answer: 2 }],
  'above-maximum': ['0032', prompts, 'above the maximum (3)', { answer: 3 }],
  silence: ['0033', prompts, 'nobody answers, and no callback tells it', { answer: 1037, copies: 0 }],
  'ack-lost-silent': [
    '0034',
    answeredLater,
    'the acknowledgement is lost and no callback comes: only the statement or a status query tells',
    { ack: 'lost', copies: 0 },
  ],
  'late-cancel': ['0035', prompts, 'cancelled (1032), told late', { answer: 1032, late: true }],
  'receipt-reused': [
    '0036',
    prompts,
    'the callback carries the receipt of an earlier payment',
    { receiptReused: true },
  ],
  'ack-lost-before': [
    '0037',
    answeredLater,
    'the connection is cut and nothing is done',
    { ack: 'lost-before' },
  ],
  busy: ['0038', apis, '500.003.02 system busy, nothing is done', { ack: 'busy' }],
  'query-processing': [
    '0039',
    prompts,
    'paid, no callback, and the query says processing for ever',
    { query: 'processing', copies: 0 },
  ],
  'other-network': [
    '0040',
    prompts,
    'a number of another network (400.002.02), nothing is done',
    { ack: 'other-network' },
  ],
  'queue-timeout-unpaid': [
    '0101',
    answeredByResult,
    'QueueTimeOut, nothing was done',
    { queueTimeOut: 'only', answer: 'SFC_IC0003' },
  ],
  'queue-timeout': ['0102', answeredByResult, 'QueueTimeOut, yet done; no Result', { queueTimeOut: 'only' }],
  'queue-timeout-then-result': [
    '0103',
    answeredByResult,
    'QueueTimeOut, then Result 0 late',
    { queueTimeOut: 'and-result', late: true },
  ],
  unregistered: ['0104', payouts, 'the receiver is not registered (2040)', { answer: 2040 }],
  inactive: ['0105', payouts, 'the receiver’s account is not active (2006)', { answer: 2006 }],
  'receiver-full': ['0106', payouts, 'the receiver holds too much (8)', { answer: 8 }],
  'initiator-wrong': ['0107', answeredByResult, 'initiator invalid (2001)', { answer: 2001 }],
  'no-float': ['0108', payouts, 'the Utility account is empty (1)', { answer: 1 }],
  'other-originator': [
    '0109',
    answeredByResult,
    'the Result carries another originator id',
    { otherOriginatorId: true },
  ],
  'single-parameter': [
    '0110',
    answeredByResult,
    'ResultParameter is one object, not a list',
    { singleParameter: true },
  ],
} as const satisfies Record<string, Row>

export type OutcomeName = keyof typeof table
export type Outcome = { suffix?: string; for: readonly Api[]; says: string; plan: Partial<Plan> }

const isOutcomeName = (name: string): name is OutcomeName => name in table

/** In the order of their digits. */
export function outcomesOfDigits(): (Outcome & { name: OutcomeName; suffix: string })[] {
  return [...outcomes].flatMap(([name, outcome]) =>
    isOutcomeName(name) && outcome.suffix !== undefined ? [{ ...outcome, name, suffix: outcome.suffix }] : [],
  )
}

export const outcomes: ReadonlyMap<string, Outcome> = new Map(
  Object.entries<Row>(table).map(([name, [suffix, usedFor, says, plan]]) => [
    name,
    { ...(suffix !== null && { suffix }), for: usedFor, says, plan },
  ]),
)

const nameBySuffix = new Map([...outcomes].map(([name, { suffix }]) => [suffix, name]))

/**
 * Only prompts and payouts use the digits. Otherwise the status query of a payout without a Result would get
 * no Result either.
 */
function outcomeOfPhone(phone: string, api: Api): string | undefined {
  if (api !== 'stk' && api !== 'b2c') return undefined
  const name = nameBySuffix.get(phone.slice(-4))
  return name && outcomes.get(name)?.for.includes(api) ? name : undefined
}

export const nextOutcomeSchema = z.strictObject({
  api: z.enum(apis).default('stk'),
  /** If omitted, for every phone. */
  phone: z
    .string()
    .regex(/^254\d{9}$/)
    .optional(),
  /** A name of the table of outcomes, or a plan. */
  outcome: z.union([
    z.string().refine((name) => outcomes.has(name), 'no outcome has this name'),
    planSchema.partial(),
  ]),
  /** Number of requests with this outcome. */
  times: z.number().int().min(1).max(1_000_000).default(1),
})
export type NextOutcome = z.input<typeof nextOutcomeSchema>

type Queued = { api: Api; phone: string | undefined; plan: Plan; left: number }

/** Takes the plan set for the phone, else for all phones, else by the phone's digits, else the default. */
export class OutcomeChoice {
  #queued: Queued[] = []
  readonly #defaultName: () => string

  constructor(defaultName: () => string) {
    this.#defaultName = defaultName
  }

  /** @throws ZodError */
  setNext(next: NextOutcome): void {
    const { api, phone, outcome, times } = nextOutcomeSchema.parse(next)
    const plan = { ...defaultPlan, ...(typeof outcome === 'string' ? outcomes.get(outcome)?.plan : outcome) }
    this.#queued.push({ api, phone, plan, left: times })
  }

  clear(): void {
    this.#queued = []
  }

  take(api: Api, phone?: string): Plan {
    const queued =
      this.#queued.find((one) => one.api === api && phone !== undefined && one.phone === phone) ??
      this.#queued.find((one) => one.api === api && one.phone === undefined)
    if (queued) {
      queued.left -= 1
      if (queued.left === 0) this.#queued = this.#queued.filter((one) => one !== queued)
      return queued.plan
    }
    const named = phone === undefined ? undefined : outcomeOfPhone(phone, api)
    const byDefault = outcomes.get(this.#defaultName())
    const outcome = named ? outcomes.get(named) : byDefault?.for.includes(api) ? byDefault : undefined
    return { ...defaultPlan, ...outcome?.plan }
  }
}
