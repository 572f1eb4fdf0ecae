import { env } from '#lib/core/env.ts'
import { equalInConstantTime, isUuid, signHex, uuidFromHex } from '#lib/core/ids.ts'

export const callbackKinds = [
  'stk',
  'c2b/validation',
  'c2b/confirmation',
  'b2c/result',
  'b2c/timeout',
  'status/result',
  'refund/result',
  'refund/timeout',
  'refund/status',
  'balance/result',
  'balance/timeout',
  'statement/notice',
] as const
export type CallbackKind = (typeof callbackKinds)[number]

/** Tokens of payouts, refunds and balances contain the id of our call's row in daraja_request. */
export const payoutKinds = ['b2c/result', 'b2c/timeout', 'status/result'] as const
export type PayoutKind = (typeof payoutKinds)[number]

export const refundKinds = ['refund/result', 'refund/timeout', 'refund/status'] as const
export type RefundKind = (typeof refundKinds)[number]

export const balanceKinds = ['balance/result', 'balance/timeout'] as const
export type BalanceKind = (typeof balanceKinds)[number]

export const resultKinds = [...payoutKinds, ...refundKinds, ...balanceKinds] as const

/** For C2B addresses, which belong to the shortcode and not to one payment. */
const NO_INTENT = '00000000-0000-0000-0000-000000000000'
const SIGNATURE_DIGITS = 32

function sign(secret: string, kind: string, intentId: string): string {
  return signHex(secret, `${kind}:${intentId}`, SIGNATURE_DIGITS)
}

/**
 * C2B addresses stay registered until deleted in Safaricom's portal, so former secrets stay valid for them
 * (docs/decisions/0004).
 */
function secretsOf(kind: CallbackKind): readonly string[] {
  const isKept = kind === 'c2b/confirmation' || kind === 'c2b/validation'
  return [env.MPESA_CALLBACK_SECRET, ...(isKept ? env.MPESA_CALLBACK_FORMER_SECRETS : [])]
}

/** Without a trailing slash. */
export function callbackBase(): string {
  return env.MPESA_CALLBACK_BASE_URL ?? env.PUBLIC_URL
}

/** Id and signature are hex, because Safaricom refuses words like `exe` or `cmd` (docs/daraja.md, C2B). */
export function callbackUrl(kind: CallbackKind, intentId: string = NO_INTENT): string {
  return `${callbackBase()}/api/payments/m/${callbackToken(kind, intentId)}/${kind}/`
}

export function callbackToken(kind: CallbackKind, intentId: string = NO_INTENT): string {
  return `${intentId.replaceAll('-', '')}${sign(env.MPESA_CALLBACK_SECRET, kind, intentId)}`
}

/** Checks the signature. @returns the signed id, `null` if the token has none, `undefined` if forged */
export function readCallbackToken(kind: CallbackKind, token: string): string | null | undefined {
  if (token.length !== 32 + SIGNATURE_DIGITS) return undefined
  const intentId = uuidFromHex(token.slice(0, 32).toLowerCase())
  if (!isUuid(intentId)) return undefined
  const signature = token.slice(32).toLowerCase()
  const isOurs = secretsOf(kind).some((secret) =>
    equalInConstantTime(signature, sign(secret, kind, intentId)),
  )
  if (!isOurs) return undefined
  return intentId === NO_INTENT ? null : intentId
}
