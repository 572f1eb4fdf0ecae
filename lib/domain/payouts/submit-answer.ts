import { darajaError, payoutAck, spikeArrest, tokenErrors } from '#lib/daraja/answers.ts'
import type { DarajaAnswer } from '#lib/domain/mpesa/http.ts'
import type { AlertKind } from './schema.ts'

/** Certainly not taken on, and no fault of the payout's: the same call again later, under the same id. */
export type NotTaken = {
  readonly state: 'approved'
  readonly code: string
  /** It was not reached, or lets us in no more: all would be answered so. Else it may be busy, or refuse this one. */
  readonly isForAll: boolean
}

/** What the acknowledgement of a payout proves. */
export type SubmitOutcome =
  | { readonly state: 'accepted'; readonly conversationId: string }
  | NotTaken
  /** Certainly not taken on, and never will be. */
  | { readonly state: 'failed'; readonly code: string; readonly pause: AlertKind | null }
  /** The money may be on its way: never sent again. */
  | { readonly state: 'unknown'; readonly code: string }

/** Busy or over the quota: not carried out. */
const BUSY = new Set(['500.003.02', '500.003.03'])

/**
 * A new token is refused as well where somebody else has renewed it in between, Redis had forgotten it, or both. So many
 * turns of that are no accident: M-Pesa does not let us in, and people have to know.
 */
const TURNS_WITHOUT_TOKEN = 3

/** SQL: in how many turns M-Pesa has refused the token of the row's call. `column` is the row's in daraja_request. */
export const turnsWithoutToken = (column: 'payout_id' | 'refund_id', row: string) =>
  `(SELECT count(*)::int FROM daraja_request d WHERE d.${column} = ${row}.id AND d.outcome = 'approved'
    AND d.response->'body'->>'errorCode' IN (${tokenErrors.map((code) => `'${code}'`).join(', ')}))`

/**
 * Reads Daraja's answer to a payout (docs/money.md: time-out, 5xx and a duplicate id prove nothing). Pure.
 * @param withoutToken in how many turns before this one the token was refused
 */
export function readSubmitAnswer(answer: DarajaAnswer, withoutToken = 0): SubmitOutcome {
  if (answer.kind === 'unreached') return { state: 'approved', code: 'unreachable', isForAll: true }
  if (answer.kind === 'lost') return { state: 'unknown', code: answer.reason }
  const ack = payoutAck.safeParse(answer.body)
  if (answer.status === 200 && ack.success && ack.data.ResponseCode === '0')
    return { state: 'accepted', conversationId: ack.data.ConversationID }
  if (answer.status === 429 || spikeArrest.safeParse(answer.body).success)
    return { state: 'approved', code: 'throttled', isForAll: false }
  const error = darajaError.safeParse(answer.body)
  if (!error.success) return { state: 'unknown', code: `status_${answer.status}` }
  const { errorCode, errorMessage } = error.data
  if (BUSY.has(errorCode)) return { state: 'approved', code: errorCode, isForAll: false }
  if (tokenErrors.includes(errorCode) && withoutToken + 1 < TURNS_WITHOUT_TOKEN)
    return { state: 'approved', code: errorCode, isForAll: true }
  if (answer.status < 400 || answer.status >= 500) return { state: 'unknown', code: errorCode }
  // What is wrong with us is wrong with every payout: tokens, initiator, credential. What is left is the phone.
  const isOurs = !/PartyB|Amount/.test(errorMessage)
  return { state: 'failed', code: errorCode, pause: isOurs ? 'initiator_refused' : null }
}
