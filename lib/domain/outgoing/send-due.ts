import { type Expression, sql } from 'kysely'
import { now } from '#lib/core/clock.ts'
import { db, type Queryable } from '#lib/core/db.ts'
import type { RefundMethod } from '#lib/core/generated/kysely/tables.ts'
import { kysely } from '#lib/core/kysely.ts'
import { log } from '#lib/core/log.ts'
import { type Tx, transaction } from '#lib/core/outbox.ts'
import { type Sentence, say } from '#lib/core/sentence.ts'
import { inSpan, type TraceParent } from '#lib/core/tracing.ts'
import { busyCodes, darajaError, payoutAck, tokenErrors } from '#lib/daraja/answers.ts'
import type { DarajaAnswer } from '#lib/domain/mpesa/http.ts'
import { storeAnswer } from '#lib/domain/mpesa/store-answer.ts'
import { isThrottled } from '#lib/domain/mpesa/throttled.ts'
import {
  allowsAttempt,
  type Breaker,
  isOpen,
  MOST_IN_A_TURN,
  nextCheckAfter,
  REFUSED_IN_A_ROW,
} from './backoff.ts'
import { FOUND_UNPAID } from './evidence.ts'
import type { OutgoingKind } from './schema.ts'

type Due = {
  readonly id: string
  /** The call's id in `daraja_request`. */
  readonly request: { readonly attemptId: string }
  readonly operation: RefundMethod
  /** Without credential and addresses. */
  readonly fields: object
  /** Earlier attempts in a row with a refused token. */
  readonly withoutToken: number
  /** Earlier attempts in a row that M-Pesa did not accept. */
  readonly tries: number
  readonly trace?: TraceParent
}

type Row = { readonly attemptId: string | null; readonly state: string }

type Sender<D extends Due, R extends Row> = {
  readonly kind: OutgoingKind
  /** Locks the next due row. @returns null if none is due */
  findNext(tx: Tx, moment: Date): Promise<D | null>
  send(due: D): Promise<DarajaAnswer>
  lock(on: Queryable, id: string): Promise<R | undefined>
  /** Closes notes that M-Pesa did not accept the payout or refund. @param isCertain its answer is clear */
  noteLookedAt(tx: Tx, id: string, isCertain: boolean): Promise<void>
  /** Applies an outcome to a row in `submitting`. @param tries number of tries in a row, including this */
  apply(tx: Tx, row: R, outcome: SubmitOutcome, tries: number): Promise<void>
  callPeople(tx: Tx, said: Sentence): Promise<void>
}

/**
 * Sends due payouts or refunds one by one. A call's row is committed before the call and completed after it:
 * a crash leaves `submitting`, which is never sent again. A payout that M-Pesa does not accept waits without
 * blocking others (docs/decisions/0012). Ends early if M-Pesa is unreachable, accepts none of several in a
 * row, or if the circuit opens (several answers in a row prove nothing). While the circuit is open, a turn
 * sends one, and continues if its answer proves something.
 * @param ending stops further calls when aborted, because a killed call might have been sent
 * @returns the number of calls
 */
export async function sendDue<D extends Due, R extends Row>(
  ending: AbortSignal,
  sender: Sender<D, R>,
): Promise<number> {
  let breaker = await readBreaker(db(), sender.kind)
  if (!allowsAttempt(breaker, now())) return 0
  for (let sent = 0, refused = 0; sent < MOST_IN_A_TURN; sent++) {
    if (ending.aborted) return sent
    const due = await transaction((tx) => claimNext(tx, sender))
    if (!due) return sent
    const span = { parent: due.trace, attributes: { [`ngoma.${sender.kind}.id`]: due.id } }
    const outcome = await inSpan(`send ${sender.kind}`, span, () => sendOne(sender, due))
    refused = outcome.state === 'retry' ? refused + 1 : 0
    breaker = await breakerAfter(outcome, breaker, sender.kind)
    const isRefused = refused === REFUSED_IN_A_ROW || (outcome.state === 'retry' && outcome.isForAll)
    if (isRefused || isOpen(breaker)) return sent + 1
  }
  return MOST_IN_A_TURN
}

async function breakerAfter(outcome: SubmitOutcome, before: Breaker, kind: OutgoingKind): Promise<Breaker> {
  switch (outcome.state) {
    case 'accepted':
    case 'failed':
      return { unproven: 0, lastAt: null }
    case 'retry':
      return before
    case 'unknown':
      return readBreaker(db(), kind)
  }
}

async function sendOne<D extends Due, R extends Row>(sender: Sender<D, R>, due: D): Promise<SubmitOutcome> {
  const { kind } = sender
  const answer = await sender.send(due)
  const outcome = readSubmitAnswer(answer, due.withoutToken)
  await transaction(async (tx) => {
    await storeAnswer(tx.client, due.request.attemptId, answer, outcome.state)
    await applyOutcome(tx, sender, due, outcome)
  })
  if (outcome.state !== 'accepted') log.warn({ [`${kind}Id`]: due.id, outcome }, `${kind} not acknowledged`)
  return outcome
}

async function claimNext<D extends Due, R extends Row>(
  tx: Tx,
  { kind, findNext }: Sender<D, R>,
): Promise<D | null> {
  const moment = now()
  const due = await findNext(tx, moment)
  if (!due) return null
  const { id, request, operation, fields } = due
  await tx.kysely
    .insertInto('darajaRequest')
    .values({
      id: request.attemptId,
      payoutId: kind === 'payout' ? id : null,
      refundId: kind === 'refund' ? id : null,
      operation,
      request: JSON.stringify(fields),
      createdAt: moment,
    })
    .execute()
  await tx.kysely
    .updateTable(kind)
    .set({
      state: 'submitting',
      attemptId: request.attemptId,
      conversationId: null,
      submittedAt: moment,
      nextCheckAt: nextCheckAfter(moment, moment),
    })
    .where('id', '=', id)
    .execute()
  return due
}

async function applyOutcome<D extends Due, R extends Row>(
  tx: Tx,
  sender: Sender<D, R>,
  { id, request, tries }: D,
  outcome: SubmitOutcome,
): Promise<void> {
  const row = await sender.lock(tx.client, id)
  if (row?.attemptId !== request.attemptId) return
  if (outcome.state === 'accepted')
    await tx.kysely
      .updateTable(sender.kind)
      .set({ conversationId: outcome.conversationId })
      .where('id', '=', id)
      .where('conversationId', 'is', null)
      .execute()
  if (outcome.state !== 'retry') await sender.noteLookedAt(tx, id, outcome.state !== 'unknown')
  // If the Result came before the acknowledgement, it has already changed the state.
  if (row.state === 'submitting') await sender.apply(tx, row, outcome, tries + 1)
  if (outcome.state !== 'unknown') return
  const breaker = await readBreaker(tx.client, sender.kind)
  if (isOpen(breaker))
    await sender.callPeople(tx, say('alert.silent', { code: outcome.code, count: breaker.unproven }))
}

/**
 * Counts the newest calls in a row whose answers prove nothing. A later acknowledgement, refusal or Result
 * resets the count. Calls that people decide about, after the last query, do not count.
 */
function readBreaker(on: Queryable, kind: OutgoingKind): Promise<Breaker> {
  const ofKind = kysely(on).selectFrom(kind)
  const provenAt = ofKind
    .select((eb) => eb.fn.max<Date | null>('submittedAt').as('at'))
    .where((eb) =>
      eb.or([
        eb('conversationId', 'is not', null),
        eb('state', '=', sql.lit(kind === 'payout' ? 'paid' : 'done')),
        eb.and([eb('state', '=', sql.lit('failed')), eb('resultCode', '<>', FOUND_UNPAID)]),
      ]),
    )
  return ofKind
    .select((eb) => [
      eb.cast<number>(eb.fn.countAll(), 'int4').as('unproven'),
      eb.fn.max<Date | null>('submittedAt').as('lastAt'),
    ])
    .where('nextCheckAt', 'is not', null)
    .where('state', '=', sql.lit('unknown'))
    .where('conversationId', 'is', null)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('darajaRequest as d')
          .select('d.id')
          .where('d.id', '=', eb.ref('attemptId'))
          // Only calls that M-Pesa left unclear: after a worker's crash there is no outcome.
          .where('d.outcome', '=', 'unknown' satisfies SubmitOutcome['state']),
      ),
    )
    .where((eb) => eb('submittedAt', '>', eb.fn.coalesce(provenAt, sql<Date>`'-infinity'::timestamptz`)))
    .executeTakeFirstOrThrow()
}

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
