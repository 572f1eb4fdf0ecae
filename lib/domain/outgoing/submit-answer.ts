import { type Expression, sql } from 'kysely'
import type { Queryable } from '#lib/core/db.ts'
import { kysely } from '#lib/core/kysely.ts'
import { busyCodes, darajaError, payoutAck, tokenErrors } from '#lib/daraja/answers.ts'
import type { DarajaAnswer } from '#lib/domain/mpesa/http.ts'
import { isThrottled } from '#lib/domain/mpesa/throttled.ts'

/** M-Pesa certainly did not accept the call, and the payout is not at fault: retried under the same id. */
export type NotAccepted = {
  readonly state: 'retry'
  readonly code: string
  /** True if M-Pesa is unreachable or denies access; false if it is busy or refuses only this call. */
  readonly isForAll: boolean
}

/** Stored as `outcome` in `daraja_request`. */
export type SubmitOutcome =
  | { readonly state: 'accepted'; readonly conversationId: string }
  | NotAccepted
  /** M-Pesa certainly never accepted the call. `isOurs`: our own fault, which fails every call. */
  | { readonly state: 'failed'; readonly code: string; readonly isOurs: boolean }
  /** The money may be on its way, so the call is never sent again. */
  | { readonly state: 'unknown'; readonly code: string }

/**
 * A refused token may be chance: Redis lost it, or another worker renewed it. After this many refusals in a
 * row M-Pesa denies access, and people must know.
 */
const TRIES_WITHOUT_TOKEN = 3

/**
 * SQL: counts attempts in a row whose token was refused.
 * @param id the id of the payout or refund in the outer query
 * @param since when the first attempt in a row was sent; null if none
 */
export function triesWithoutToken(
  on: Queryable,
  column: 'payoutId' | 'refundId',
  id: Expression<string>,
  since: Expression<Date | null>,
) {
  return kysely(on)
    .selectFrom('darajaRequest as d')
    .select((eb) => eb.cast<number>(eb.fn.countAll(), 'int4').as('count'))
    .where(`d.${column}`, '=', id)
    .where('d.createdAt', '>=', since)
    .where('d.outcome', '=', 'retry' satisfies SubmitOutcome['state'])
    .where((eb) =>
      eb(sql`${eb.ref('d.response')}->'body'->>'errorCode'`, '=', eb.fn.any(eb.val(tokenErrors))),
    )
}

/**
 * Reads what M-Pesa's answer proves. A timeout, 5xx or duplicate id proves nothing (docs/money.md, Payouts).
 * @param withoutToken earlier attempts in a row with a refused token
 */
export function readSubmitAnswer(answer: DarajaAnswer, withoutToken = 0): SubmitOutcome {
  if (answer.kind === 'unreached') return { state: 'retry', code: 'unreachable', isForAll: true }
  if (answer.kind === 'lost') return { state: 'unknown', code: answer.reason }
  const ack = payoutAck.safeParse(answer.body)
  if (answer.status === 200 && ack.success && ack.data.ResponseCode === '0')
    return { state: 'accepted', conversationId: ack.data.ConversationID }
  if (isThrottled(answer)) return { state: 'retry', code: 'throttled', isForAll: false }
  const error = darajaError.safeParse(answer.body)
  // The gateway answered: the call has not reached M-Pesa.
  if (!error.success && (answer.status === 401 || answer.status === 403))
    return { state: 'retry', code: `status_${answer.status}`, isForAll: true }
  if (!error.success) return { state: 'unknown', code: `status_${answer.status}` }
  const { errorCode, errorMessage } = error.data
  if (busyCodes.includes(errorCode)) return { state: 'retry', code: errorCode, isForAll: false }
  if (tokenErrors.includes(errorCode) && withoutToken + 1 < TRIES_WITHOUT_TOKEN)
    return { state: 'retry', code: errorCode, isForAll: true }
  if (answer.status < 400 || answer.status >= 500) return { state: 'unknown', code: errorCode }
  // Wrong token, initiator or credential: every payout fails. Otherwise this phone or amount is wrong.
  const isOurs = !/PartyB|Amount/.test(errorMessage)
  return { state: 'failed', code: errorCode, isOurs }
}
