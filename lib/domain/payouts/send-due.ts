import { now } from '#lib/core/clock.ts'
import { env } from '#lib/core/env.ts'
import { log } from '#lib/core/log.ts'
import { type Tx, transaction } from '#lib/core/outbox.ts'
import type { DarajaAnswer } from '#lib/domain/mpesa/http.ts'
import { REFUSED_IN_A_ROW } from './policy.ts'
import { readSubmitAnswer, type SubmitOutcome } from './submit-answer.ts'

/** A payout or a refund that is `submitting`, and the call that is to be sent for it. */
type Claimed = {
  readonly id: string
  /** `attemptId` is the call's id in `daraja_request`. */
  readonly request: { readonly attemptId: string }
  /** In how many tries before this one M-Pesa has refused our token. */
  readonly withoutToken: number
}

/** What differs between sending payouts and sending refunds. */
export type Sender<C extends Claimed> = {
  readonly kind: 'payout' | 'refund'
  /** Takes the next one and writes its call into `daraja_request`. @returns null where none is due */
  claimNext(tx: Tx): Promise<C | null>
  send(claimed: C): Promise<DarajaAnswer>
  /** Changes the payout or the refund by what the answer proves. */
  apply(tx: Tx, claimed: C, outcome: SubmitOutcome): Promise<void>
}

/**
 * Sends payouts or refunds that are due, one after the other: the row of each call is committed before it is sent, and its
 * answer is stored afterwards. A worker that dies in between leaves `submitting` behind, which is never sent again. What
 * M-Pesa does not accept waits by itself while the others pass (docs/decisions/0044). Ends early while M-Pesa can not be
 * reached, or once it has accepted none of several in a row.
 * @returns how many were sent
 */
export async function sendDue<C extends Claimed>(sender: Sender<C>): Promise<number> {
  for (let sent = 0, refused = 0; ; sent++) {
    const claimed = await transaction((tx) => sender.claimNext(tx))
    if (!claimed) return sent
    const answer = await sender.send(claimed)
    const outcome = readSubmitAnswer(answer, claimed.withoutToken)
    await transaction(async (tx) => {
      await storeAnswer(tx, claimed.request.attemptId, answer, outcome)
      await sender.apply(tx, claimed, outcome)
    })
    if (outcome.state !== 'accepted')
      log.warn({ [`${sender.kind}Id`]: claimed.id, outcome }, `${sender.kind} not acknowledged`)
    refused = outcome.state === 'retry' ? refused + 1 : 0
    if (refused === REFUSED_IN_A_ROW || (outcome.state === 'retry' && outcome.isForAll)) return sent
  }
}

async function storeAnswer(
  tx: Tx,
  attemptId: string,
  answer: DarajaAnswer,
  outcome: SubmitOutcome,
): Promise<void> {
  const response = answer.kind === 'answered' ? { body: answer.body } : { reason: answer.reason }
  await tx.kysely
    .updateTable('daraja_request')
    .set({
      http_status: answer.kind === 'answered' ? answer.status : null,
      response: JSON.stringify(response),
      outcome: outcome.state,
      responded_at: now(),
    })
    .where('id', '=', attemptId)
    .execute()
}

/** After so many seconds nobody is sending a call any more: its worker has died. Getting a token may take as long as the call. */
export const ABANDONED_AFTER_SECONDS = (3 * env.MPESA_TIMEOUT_MS) / 1000 + 30
