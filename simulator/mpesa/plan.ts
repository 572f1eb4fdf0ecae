import { z } from 'zod'

export const resultCodeSchema = z.union([z.number().int(), z.string().regex(/^[A-Z0-9_]{1,20}$/)])
export type ResultCode = z.infer<typeof resultCodeSchema>

export const planSchema = z.strictObject({
  /**
   * The HTTP answer. Before the work is done: `error` (500), `lost-before` (connection cut). Afterwards:
   * `error-after` (500), `lost` (connection cut). `other-network` refuses the number; `token-revoked` lets
   * the retry pass.
   */
  ack: z
    .enum([
      'ok',
      'lost',
      'lost-before',
      'error',
      'error-after',
      'busy',
      'throttled',
      'other-network',
      'slow',
      'token-revoked',
    ])
    .default('ok'),
  /** `accept` pays; a code makes the payment fail. */
  answer: z.union([z.literal('accept'), resultCodeSchema]).default('accept'),
  /** Copies of the callback, sent at the same moment. */
  copies: z.number().int().min(0).max(50).default(1),
  late: z.boolean().default(false),
  /** Whether the callback is sent and answered before the acknowledgement. */
  beforeAck: z.boolean().default(false),
  /** `only` replaces the Result, `and-result` precedes it. */
  queueTimeOut: z.enum(['none', 'only', 'and-result']).default('none'),
  query: z.enum(['truth', 'failed', 'paid', 'processing', 'empty', 'throttled']).default('truth'),
  alsoC2b: z.boolean().default(false),
  wrongAmount: z.boolean().default(false),
  /** Oddities of the callback. */
  amountAsText: z.boolean().default(false),
  codeAsText: z.boolean().default(false),
  itemsReordered: z.boolean().default(false),
  phoneMissing: z.boolean().default(false),
  receiptReused: z.boolean().default(false),
  /** Oddities of the Result. */
  otherOriginatorId: z.boolean().default(false),
  singleParameter: z.boolean().default(false),
})

export type Plan = z.output<typeof planSchema>

export const defaultPlan: Plan = planSchema.parse({})

const descriptions: Record<string, string> = {
  0: 'The service request is processed successfully.',
  1: 'The balance is insufficient for the transaction.',
  2: 'Declined due to limit rule: less than the minimum transaction amount.',
  3: 'Declined due to limit rule: greater than the maximum transaction amount.',
  4: 'Declined due to limit rule: would exceed the daily transfer limit.',
  8: 'Declined due to limit rule: would exceed the maximum balance.',
  11: 'The DebitParty is in an invalid state.',
  17: 'Rule limited.',
  21: 'The initiator is not allowed to initiate this request.',
  1001: 'Unable to lock subscriber, a transaction is already in process for the current subscriber',
  1019: 'Transaction has expired',
  1025: 'An error occurred while sending a push request',
  1032: 'Request cancelled by user',
  1037: 'DS timeout user cannot be reached',
  2001: 'The initiator information is invalid.',
  2006: 'Declined due to account rule: the account status does not allow this transaction.',
  2028: 'The request is not permitted according to product assignment.',
  2040: 'Credit Party customer type (Unregistered or Registered Customer) can’t be supported by the service.',
  4999: 'The transaction is still under processing',
  8006: 'The security credential is locked.',
  9999: 'An error occurred while sending a push request',
  SFC_IC0003: 'The operator does not exist.',
  R000001: 'The transaction has already been reversed.',
  R000002: 'The OriginalTransactionID is invalid.',
}

export function describeCode(code: ResultCode): string {
  return descriptions[String(code)] ?? 'The transaction failed.'
}

/** Codes of prompts that never reach the handset. */
export const unseenCodes: ReadonlySet<ResultCode> = new Set([17, 1001, 1025, 2028, 9999, 'SFC_IC0003'])

/** Codes that a person causes. While the handset's page is open, the person decides, not the plan. */
export const personCodes: ReadonlySet<ResultCode> = new Set([1019, 1032, 1037, 2001])

export const expiryCodes: ReadonlySet<ResultCode> = new Set([1019, 1037])
