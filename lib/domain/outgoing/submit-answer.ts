import { type Expression, sql } from 'kysely'
import type { Queryable } from '#lib/core/db.ts'
import { kysely } from '#lib/core/kysely.ts'
import { busyCodes, darajaError, payoutAck, tokenErrors } from '#lib/daraja/answers.ts'
import type { DarajaAnswer } from '#lib/domain/mpesa/http.ts'
import { isThrottled } from '#lib/domain/mpesa/throttled.ts'

/** M-Pesa has certainly not accepted the call, for no fault of the payout: the same call is sent again later, under the same id. */
export type NotAccepted = {
  readonly state: 'retry'
  readonly code: string
  /** M-Pesa was not reached or does not let us in, so it would answer every call so. Else it may be busy, or refuse only this one. */
  readonly isForAll: boolean
}

/** What the acknowledgement of a payout or a refund proves. It is stored as `outcome` of the call in `daraja_request`. */
export type SubmitOutcome =
  | { readonly state: 'accepted'; readonly conversationId: string }
  | NotAccepted
  /** M-Pesa has certainly not accepted the call, and never will. With `isOurs` it is our own fault, and wrong for every call. */
  | { readonly state: 'failed'; readonly code: string; readonly isOurs: boolean }
  /** The money may be on its way, so the call is never sent again. */
  | { readonly state: 'unknown'; readonly code: string }

/**
 * M-Pesa may refuse a new token too, where Redis had lost it or another worker has renewed it in between. So many tries that
 * end like that are no accident: M-Pesa does not let us in, and people have to know.
 */
const TRIES_WITHOUT_TOKEN = 3

/**
 * Counts the calls of a payout or a refund whose token M-Pesa has refused, of those in a row that it has not accepted.
 * @param id refers to its row in the outer query
 * @param since when the first of those in a row was sent; null where there is none
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
 * Reads Daraja's answer to a payout. A time-out, a 5xx and a duplicate id prove nothing (docs/money.md, Payouts).
 * @param withoutToken in how many tries in a row before this one the token was refused
 */
export function readSubmitAnswer(answer: DarajaAnswer, withoutToken = 0): SubmitOutcome {
  if (answer.kind === 'unreached') return { state: 'retry', code: 'unreachable', isForAll: true }
  if (answer.kind === 'lost') return { state: 'unknown', code: answer.reason }
  const ack = payoutAck.safeParse(answer.body)
  if (answer.status === 200 && ack.success && ack.data.ResponseCode === '0')
    return { state: 'accepted', conversationId: ack.data.ConversationID }
  if (isThrottled(answer)) return { state: 'retry', code: 'throttled', isForAll: false }
  const error = darajaError.safeParse(answer.body)
  // Without a code of Daraja's it is the gateway's word: behind it nobody has seen the call.
  if (!error.success && (answer.status === 401 || answer.status === 403))
    return { state: 'retry', code: `status_${answer.status}`, isForAll: true }
  if (!error.success) return { state: 'unknown', code: `status_${answer.status}` }
  const { errorCode, errorMessage } = error.data
  if (busyCodes.includes(errorCode)) return { state: 'retry', code: errorCode, isForAll: false }
  if (tokenErrors.includes(errorCode) && withoutToken + 1 < TRIES_WITHOUT_TOKEN)
    return { state: 'retry', code: errorCode, isForAll: true }
  if (answer.status < 400 || answer.status >= 500) return { state: 'unknown', code: errorCode }
  // A wrong token, initiator or credential is our fault, and wrong for every payout. What is left is the phone or the amount.
  const isOurs = !/PartyB|Amount/.test(errorMessage)
  return { state: 'failed', code: errorCode, isOurs }
}
