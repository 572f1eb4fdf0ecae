import { nairobiTimestamp, now } from '#lib/core/clock.ts'
import { env } from '#lib/core/env.ts'
import { type Cents, toShillings } from '#lib/core/money.ts'
import { darajaError, tokenErrors } from '#lib/daraja/answers.ts'
import type {
  C2bRegisterRequest,
  StatementRegisterRequest,
  StatementRequest,
  StkPushRequest,
  StkQueryRequest,
} from '#lib/daraja/requests.ts'
import { accessToken, LONGEST_TOKEN_MS, NoTokenError } from './access-token.ts'
import { callbackUrl } from './callback-path.ts'
import { throughCircuit } from './circuit.ts'
import { callDaraja, type DarajaAnswer } from './http.ts'
import { securityCredential } from './security-credential.ts'

function refusedToken(answer: DarajaAnswer): boolean {
  if (answer.kind !== 'answered') return false
  const error = darajaError.safeParse(answer.body)
  return error.success ? tokenErrors.includes(error.data.errorCode) : answer.status === 401
}

/** Retries once after a refused token: M-Pesa did not carry out the first request. */
async function post(path: string, body: unknown): Promise<DarajaAnswer> {
  const token = await accessToken()
  const first = await callDaraja(path, { method: 'POST', authorization: `Bearer ${token}`, body })
  if (!refusedToken(first)) return first
  const fresh = await accessToken(token)
  return callDaraja(path, { method: 'POST', authorization: `Bearer ${fresh}`, body })
}

async function postSafely(path: string, body: unknown): Promise<DarajaAnswer> {
  try {
    return await post(path, body)
  } catch (error) {
    if (error instanceof NoTokenError) return { kind: 'unreached', reason: `no token: ${error.message}` }
    throw error
  }
}

function password(timestamp: string): string {
  return Buffer.from(`${env.MPESA_SHORTCODE}${env.MPESA_PASSKEY}${timestamp}`).toString('base64')
}

/** Worst case: the certificate, a token and the call, then a new token and the call again. */
const LONGEST_CALL_MS = env.MPESA_TIMEOUT_MS + 2 * (LONGEST_TOKEN_MS + env.MPESA_TIMEOUT_MS)

/** For Redis, and for storing the answer in PostgreSQL. */
const BESIDE_THE_CALL_SECONDS = 60

/**
 * After this time the worker that sends a payout or refund counts as dead. If a shorter limit discarded
 * M-Pesa's refusal, two people would have to investigate. Limit of prompts: lib/domain/payments/submit.ts.
 */
export const OUTGOING_ABANDONED_AFTER_SECONDS = LONGEST_CALL_MS / 1_000 + BESIDE_THE_CALL_SECONDS

/** Returns `unreached` without certificate or token. */
export async function postWithCredential<Request extends { SecurityCredential: string }>(
  path: string,
  fields: Omit<Request, 'SecurityCredential'>,
): Promise<DarajaAnswer> {
  const SecurityCredential = await securityCredential()
  if (SecurityCredential === null) return { kind: 'unreached', reason: 'no certificate' }
  return postSafely(path, { ...fields, SecurityCredential })
}

export type PromptRequest = {
  readonly intentId: string
  /** Cents, whole shillings. */
  readonly amount: Cents
  /** 2547XXXXXXXX */
  readonly phone: string
  /** At most 12 characters. */
  readonly accountReference: string
  /** At most 13 characters. */
  readonly description: string
}

/** As stored before the call: without the password. */
export function promptFields(prompt: PromptRequest) {
  return {
    BusinessShortCode: env.MPESA_SHORTCODE,
    TransactionType: env.MPESA_TRANSACTION_TYPE,
    Amount: toShillings(prompt.amount),
    PartyA: prompt.phone,
    PartyB: env.MPESA_PARTY_B ?? env.MPESA_SHORTCODE,
    PhoneNumber: prompt.phone,
    AccountReference: prompt.accountReference,
    TransactionDesc: prompt.description,
  } satisfies Omit<StkPushRequest, 'Password' | 'Timestamp' | 'CallBackURL'>
}

/** docs/daraja.md, STK push. */
export function sendPrompt(prompt: PromptRequest): Promise<DarajaAnswer> {
  const Timestamp = nairobiTimestamp(now())
  const body = {
    ...promptFields(prompt),
    Password: password(Timestamp),
    Timestamp,
    CallBackURL: callbackUrl('stk', prompt.intentId),
  } satisfies StkPushRequest
  return throughCircuit(() => postSafely('/mpesa/stkpush/v1/processrequest', body))
}

/** docs/daraja.md, STK query. */
export function queryPrompt(checkoutRequestId: string): Promise<DarajaAnswer> {
  const Timestamp = nairobiTimestamp(now())
  const body = {
    BusinessShortCode: env.MPESA_SHORTCODE,
    Password: password(Timestamp),
    Timestamp,
    CheckoutRequestID: checkoutRequestId,
  } satisfies StkQueryRequest
  return postSafely('/mpesa/stkpushquery/v1/query', body)
}

/** C2B registerurl v2. */
export function registerPaybill(): Promise<DarajaAnswer> {
  const body = {
    ShortCode: env.MPESA_SHORTCODE,
    ResponseType: 'Completed',
    ConfirmationURL: callbackUrl('c2b/confirmation'),
    ValidationURL: callbackUrl('c2b/validation'),
  } satisfies C2bRegisterRequest
  return postSafely('/mpesa/c2b/v2/registerurl', body)
}

/** @param nominatedNumber 2547XXXXXXXX, the organization's phone */
export function registerStatement(nominatedNumber: string): Promise<DarajaAnswer> {
  const body = {
    ShortCode: env.MPESA_SHORTCODE,
    RequestType: 'Pull',
    NominatedNumber: nominatedNumber,
    CallBackURL: callbackUrl('statement/notice'),
  } satisfies StatementRegisterRequest
  return postSafely('/pulltransactions/v1/register', body)
}

/** The statement reaches back at most 48 hours (docs/daraja.md, statement pull). */
export function pullStatement(from: Date, to: Date, offset: number): Promise<DarajaAnswer> {
  const body = {
    ShortCode: env.MPESA_SHORTCODE,
    StartDate: statementTime(from),
    EndDate: statementTime(to),
    OffSetValue: String(offset),
  } satisfies StatementRequest
  return postSafely('/pulltransactions/v1/query', body)
}

/** `YYYY-MM-DD HH:mm:ss` in Nairobi. */
function statementTime(moment: Date): string {
  return nairobiTimestamp(moment).replace(/^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/, '$1-$2-$3 $4:$5:$6')
}
