import { env } from '#lib/core/env.ts'
import { equalInConstantTime, isUuid, signHex, uuidFromHex } from '#lib/core/ids.ts'

/** What Safaricom may call; the words are the path's last part. */
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

/** Those that answer a call of ours about a payout: their token carries the id of that call's row. */
export const payoutKinds = ['b2c/result', 'b2c/timeout', 'status/result'] as const
export type PayoutKind = (typeof payoutKinds)[number]

/** The same for money that goes back to who paid it, by reversal or by B2C (lib/domain/refunds). */
export const refundKinds = ['refund/result', 'refund/timeout', 'refund/status'] as const
export type RefundKind = (typeof refundKinds)[number]

/** Answers to our question after the account balance (lib/domain/reconciliation). */
export const balanceKinds = ['balance/result', 'balance/timeout'] as const
export type BalanceKind = (typeof balanceKinds)[number]

/** All that answer a call of ours. */
export const resultKinds = [...payoutKinds, ...refundKinds, ...balanceKinds] as const

/** The intent in the token of callbacks that belong to no payment of ours, because C2B is registered once for the shortcode. */
const NO_INTENT = '00000000-0000-0000-0000-000000000000'
const SIGNATURE_DIGITS = 32

function sign(secret: string, kind: string, intentId: string): string {
  return signHex(secret, `${kind}:${intentId}`, SIGNATURE_DIGITS)
}

/**
 * The secrets that may have signed an address. Safaricom keeps those of C2B until somebody deletes them in its portal, so there the
 * former ones are good as well (docs/decisions/0004). All others live for minutes.
 */
function secretsOf(kind: CallbackKind): readonly string[] {
  const isKept = kind === 'c2b/confirmation' || kind === 'c2b/validation'
  return [env.MPESA_CALLBACK_SECRET, ...(isKept ? env.MPESA_CALLBACK_FORMER_SECRETS : [])]
}

/** Where Safaricom reaches us, without a slash at its end. */
export function callbackBase(): string {
  return env.MPESA_CALLBACK_BASE_URL ?? env.PUBLIC_URL
}

/**
 * The secret path of a callback: the intent's id and a signature, all in hex digits, because Safaricom refuses
 * addresses that contain words like `exe` or `cmd` (docs/daraja.md, C2B), which no hex text can.
 */
export function callbackUrl(kind: CallbackKind, intentId: string = NO_INTENT): string {
  return `${callbackBase()}/api/payments/m/${callbackToken(kind, intentId)}/${kind}/`
}

/** The token of `callbackUrl`. */
export function callbackToken(kind: CallbackKind, intentId: string = NO_INTENT): string {
  return `${intentId.replaceAll('-', '')}${sign(env.MPESA_CALLBACK_SECRET, kind, intentId)}`
}

/**
 * Checks a token in constant time.
 * @returns the intent's id, `null` for a right token that belongs to no intent, `undefined` for a forged one
 */
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
