import { now } from '#lib/core/clock.ts'
import { db, type Queryable } from '#lib/core/db.ts'
import type { RefundMethod } from '#lib/core/generated/kysely/tables.ts'
import { log } from '#lib/core/log.ts'
import { type Tx, transaction } from '#lib/core/outbox.ts'
import { type Sentence, say } from '#lib/core/sentence.ts'
import type { DarajaAnswer } from '#lib/domain/mpesa/http.ts'
import { storeAnswer } from '#lib/domain/mpesa/store-answer.ts'
import { readLine } from './line.ts'
import type { OutgoingKind } from './schema.ts'
import { readSubmitAnswer, type SubmitOutcome } from './submit-answer.ts'
import { isSilent, type Line, MOST_IN_A_TURN, mayTryLine, nextCheckAfter, REFUSED_IN_A_ROW } from './waits.ts'

/** A payout or a refund that is due, and the call that is to be sent for it. */
type Due = {
  readonly id: string
  /** `attemptId` is the call's id in `daraja_request`. */
  readonly request: { readonly attemptId: string }
  readonly operation: RefundMethod
  /** The request without credential and addresses, as it is stored. */
  readonly fields: object
  /** In how many tries in a row before this one M-Pesa has refused our token. */
  readonly withoutToken: number
  /** How many tries in a row M-Pesa has not accepted before this one. */
  readonly tries: number
}

/** What an answer is about, as it is when the answer has come. */
type Row = { readonly attemptId: string | null; readonly state: string }

/** What differs between sending payouts and sending refunds. */
type Sender<D extends Due, R extends Row> = {
  readonly kind: OutgoingKind
  /** Finds the next one and locks it. @returns null where none is due */
  findNext(tx: Tx, moment: Date): Promise<D | null>
  send(due: D): Promise<DarajaAnswer>
  /** Reads it again and locks it. */
  lock(on: Queryable, id: string): Promise<R | undefined>
  /** Ends what was noted about one that M-Pesa did not accept. @param isCertain M-Pesa has answered */
  noteLookedAt(tx: Tx, id: string, isCertain: boolean): Promise<void>
  /** Changes it by what the answer proves, while it is still `submitting`. @param tries in a row, this one included */
  apply(tx: Tx, row: R, outcome: SubmitOutcome, tries: number): Promise<void>
  /** Tells people, once, that M-Pesa's line is silent. */
  callPeople(tx: Tx, said: Sentence): Promise<void>
}

/**
 * Sends payouts or refunds that are due, one after the other: the row of each call is committed before it is sent, and its
 * answer is stored afterwards. A worker that dies in between leaves `submitting` behind, which is never sent again. What
 * M-Pesa does not accept waits by itself while the others pass (docs/decisions/0012). Ends early while M-Pesa can not be
 * reached, and once it has accepted none of several in a row. Several answers in a row that prove nothing end it too: M-Pesa's
 * line is silent then, and a turn tries one, and goes on where the answer proves that the line is alive.
 * @param ending once it is aborted, no other one is taken: of what a worker is at when it is killed nobody knows whether it was sent
 * @returns how many were sent
 */
export async function sendDue<D extends Due, R extends Row>(
  ending: AbortSignal,
  sender: Sender<D, R>,
): Promise<number> {
  let line = await readLine(db(), sender.kind)
  if (!mayTryLine(line, now())) return 0
  for (let sent = 0, refused = 0; sent < MOST_IN_A_TURN; sent++) {
    if (ending.aborted) return sent
    const due = await transaction((tx) => claimNext(tx, sender))
    if (!due) return sent
    const outcome = await sendOne(sender, due)
    refused = outcome.state === 'retry' ? refused + 1 : 0
    line = await lineAfter(outcome, line, sender.kind)
    const isRefused = refused === REFUSED_IN_A_ROW || (outcome.state === 'retry' && outcome.isForAll)
    if (isRefused || isSilent(line)) return sent + 1
  }
  return MOST_IN_A_TURN
}

async function lineAfter(outcome: SubmitOutcome, before: Line, kind: OutgoingKind): Promise<Line> {
  switch (outcome.state) {
    case 'accepted':
    case 'failed':
      return { unproven: 0, lastAt: null }
    case 'retry':
      return before
    case 'unknown':
      return readLine(db(), kind)
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

/** Takes the next one, and writes its call into `daraja_request`. */
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
  // Where the Result came before its acknowledgement, it has proven more.
  if (row.state === 'submitting') await sender.apply(tx, row, outcome, tries + 1)
  if (outcome.state !== 'unknown') return
  const line = await readLine(tx.client, sender.kind)
  if (isSilent(line))
    await sender.callPeople(tx, say('alert.silent', { code: outcome.code, count: line.unproven }))
}
