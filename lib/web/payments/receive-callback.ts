import { Counter } from 'prom-client'
import { z } from 'zod'
import { now } from '#lib/core/clock.ts'
import { log } from '#lib/core/log.ts'
import { defineMetrics } from '#lib/core/metrics.ts'
import { parseShillings } from '#lib/core/money.ts'
import { processSingleton } from '#lib/core/process-singleton.ts'
import { setRoute } from '#lib/core/tracing.ts'
import { c2bPayment } from '#lib/daraja/answers.ts'
import {
  type CallbackKind,
  callbackKinds,
  callbackToken,
  readCallbackToken,
} from '#lib/domain/mpesa/callback-path.ts'
import { isOurShortcode } from '#lib/domain/mpesa/limits.ts'
import { readReceipt } from '#lib/domain/mpesa/receipt.ts'
import { notePaybillHeard } from '#lib/domain/mpesa/registered.ts'
import { storeCallback, storeUnread, type UnreadCallback } from '#lib/domain/payments/inbox.ts'
import type { PaybillRefusal } from '#lib/domain/payments/purpose.ts'
import { validatePaybill } from '#lib/domain/payments/validate-paybill.ts'
import { purposes } from '#lib/domain/settlement/purposes.ts'
import { clientAddress } from '#lib/web/endpoint/client-address.ts'
import type { RouteHandler } from '#lib/web/endpoint/endpoint.ts'
import { BodyCutOffError, bytesOf, MAX_BODY_BYTES } from '#lib/web/endpoint/read-body.ts'
import { unknownPath } from '#lib/web/endpoint/unknown-path.ts'

// Does not use `endpoint`, because callbacks are always answered in Daraja's format.

const ACCEPTED = JSON.stringify({ ResultCode: 0, ResultDesc: 'Accepted' })

export type IncomingCallback = {
  kind: CallbackKind
  /** The token of the address, not verified yet. */
  token: string
  sourceAddress: string
  body: AsyncIterable<Uint8Array>
}

export const callbackHeaders = { 'content-type': 'application/json', 'cache-control': 'no-store' }

export function callbackKind(name: string): CallbackKind | undefined {
  return callbackKinds.find((one) => one === name)
}

const params = z.object({ token: z.string(), kind: z.array(z.string()) })

export const receiveCallback: RouteHandler = async (request, context) => {
  const { token, kind: parts } = params.parse(await context.params)
  const kind = callbackKind(parts.join('/'))
  if (!kind) return unknownPath(request, context)
  const sourceAddress = clientAddress(request)
  const { status, json } = await takeCallback({ kind, token, sourceAddress, body: bytesOf(request) })
  return new Response(json, { status, headers: callbackHeaders })
}

type Answer = { status: number; json: string }

const answered = defineMetrics(
  'metrics-callbacks',
  (registers) =>
    new Counter({
      name: 'ngoma_callbacks_total',
      help: 'Callbacks by kind and the status of our answer',
      labelNames: ['kind', 'status'],
      registers,
    }),
)

/**
 * Stores a callback and answers at once (docs/api.md, Payment callbacks). A forged token gets the same answer
 * and does nothing. Only a callback that was not fully stored gets an error, so that M-Pesa retries.
 */
export async function takeCallback(incoming: IncomingCallback): Promise<Answer> {
  setRoute(`/payments/m/{token}/${incoming.kind}`)
  const answer = await answerCallback(incoming)
  answered.inc({ kind: incoming.kind, status: answer.status })
  return answer
}

async function answerCallback(incoming: IncomingCallback): Promise<Answer> {
  const { kind, token, sourceAddress } = incoming
  const intentId = readCallbackToken(kind, token)
  const read = await readCallbackBody(incoming.body).catch((error: Error) => {
    log.warn({ reason: error.message, kind }, 'callback not readable')
    return null
  })
  if (read === null) return failed(400, 'Not read')
  const { text: body, excessiveLength } = read
  if (excessiveLength !== null) {
    const callback = { kind, intentId: intentId ?? null, sourceAddress, body }
    if (intentId !== undefined) await noteExcessive(callback, excessiveLength)
    return failed(413, 'Too large')
  }
  if (intentId === undefined) return { status: 200, json: ACCEPTED }
  // The notice's content is undocumented; the payments are in the statement itself.
  if (kind === 'statement/notice') return { status: 200, json: ACCEPTED }
  if (kind === 'c2b/validation' || kind === 'c2b/confirmation') hearPaybill(kind, token, body)
  if (kind === 'c2b/validation') return { status: 200, json: JSON.stringify(await answerValidation(body)) }
  try {
    await storeCallback({ kind, intentId, sourceAddress, body })
  } catch (error) {
    log.error({ err: error, kind }, 'callback not stored')
    return failed(503, 'Not stored')
  }
  return { status: 200, json: ACCEPTED }
}

const failed = (status: number, ResultDesc: string): Answer => ({
  status,
  json: JSON.stringify({ ResultCode: 1, ResultDesc }),
})

/** Logs the callback first, because storing may fail. */
async function noteExcessive(callback: UnreadCallback, length: string): Promise<void> {
  log.error({ kind: callback.kind, intentId: callback.intentId, length }, 'a callback is too large')
  await storeUnread(callback, `too large, ${length}`).catch((error: unknown) =>
    log.error({ err: error, kind: callback.kind }, 'callback not stored'),
  )
}

const paybill = processSingleton('paybill-heard', () => ({ isHeard: false }))

/**
 * Records that M-Pesa calls our Paybill addresses, once per process, without delaying the answer. Calls for a
 * former shortcode do not count.
 */
function hearPaybill(kind: 'c2b/validation' | 'c2b/confirmation', token: string, body: string): void {
  const state = paybill.get()
  if (state.isHeard || token.toLowerCase() !== callbackToken(kind)) return
  const payment = c2bPayment.safeParse(parseJson(body))
  if (!payment.success || !isOurShortcode(payment.data.BusinessShortCode)) return
  state.isHeard = true
  notePaybillHeard().catch((error: Error) => {
    state.isHeard = false
    log.warn({ err: error.message }, 'a call of Paybill was not noted')
  })
}

type Validation = { ResultCode: string; ResultDesc: string }

/**
 * Decides whether a Paybill payment fits its account number. M-Pesa asks before it charges, so a refusal
 * costs nothing. A suspicious payment is accepted and held later.
 */
async function answerValidation(body: string): Promise<Validation> {
  const payment = c2bPayment.safeParse(parseJson(body))
  if (!payment.success) return refusals.other
  const { BillRefNumber, BusinessShortCode, MSISDN, TransAmount, TransID } = payment.data
  if (!isOurShortcode(BusinessShortCode)) return refusals.shortcode
  const refusal = await validatePaybill(purposes, {
    accountReference: BillRefNumber,
    amount: parseShillings(TransAmount),
    phone: MSISDN || null,
    at: now(),
    receipt: readReceipt(TransID),
  })
  return refusal === null ? accepted : refusals[refusal]
}

const accepted = { ResultCode: '0', ResultDesc: 'Accepted' }
const rejected = (ResultCode: string): Validation => ({ ResultCode, ResultDesc: 'Rejected' })
const refusals = {
  phone: rejected('C2B00011'),
  account: rejected('C2B00012'),
  amount: rejected('C2B00013'),
  shortcode: rejected('C2B00015'),
  other: rejected('C2B00016'),
} satisfies Record<PaybillRefusal | 'shortcode', Validation>

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export const COUNTED_BYTES = 2 * 1024 * 1024

type CallbackBody = {
  /** Invalid UTF-8 becomes U+FFFD: a name's encoding must not hide a payment. */
  readonly text: string
  /** Size of a body past 64 KiB, of which `text` is the beginning. */
  readonly excessiveLength: string | null
}

/** Reads at most 64 KiB. @throws BodyCutOffError if the connection was lost */
async function readCallbackBody(source: AsyncIterable<Uint8Array>): Promise<CallbackBody> {
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of source) {
      if (size <= MAX_BODY_BYTES) chunks.push(chunk.subarray(0, MAX_BODY_BYTES - size))
      size += chunk.byteLength
      if (size > COUNTED_BYTES) break
    }
  } catch {
    throw new BodyCutOffError()
  }
  return { text: new TextDecoder().decode(Buffer.concat(chunks)), excessiveLength: excessOf(size) }
}

function excessOf(size: number): string | null {
  if (size <= MAX_BODY_BYTES) return null
  return size > COUNTED_BYTES ? `more than ${COUNTED_BYTES} bytes` : `${size} bytes`
}
