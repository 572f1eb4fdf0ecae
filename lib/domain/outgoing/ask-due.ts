import type { NotNull } from 'kysely'
import { addSeconds, now } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import { kysely } from '#lib/core/kysely.ts'
import { log } from '#lib/core/log.ts'
import { type Tx, transaction } from '#lib/core/outbox.ts'
import { queryStatus, type StatusQuestion } from '#lib/domain/mpesa/status-calls.ts'
import { statesLiteral } from '#lib/domain/payments/states.ts'
import { inFlightStates, type OutgoingKind } from './schema.ts'

const AT_ONCE = 20

/** Where M-Pesa can not be reached, so much later (seconds) one question tries again whether it can. */
const TRY_AGAIN_AFTER_SECONDS = 60

/**
 * Asks M-Pesa about payouts or refunds that are due for a question; the answers come as Results. Ends where M-Pesa can not be
 * reached, and with its worker: what it was not asked about is due again soon, because the next question of the schedule may be
 * hours away.
 * @param ending once it is aborted, no other one is asked about
 * @param claimDue sets when each is due next, before anything is asked: a crash costs one question
 * @returns how many were asked about
 */
export async function askAboutDue(
  kind: OutgoingKind,
  ending: AbortSignal,
  claimDue: (tx: Tx, moment: Date) => Promise<StatusQuestion[]>,
): Promise<number> {
  if (ending.aborted) return 0
  const questions = await transaction((tx) => claimDue(tx, now()))
  for (const [place, question] of questions.entries()) {
    if (!ending.aborted && (await isAsked(kind, question))) continue
    await askSoon(kind, questions.slice(place))
    return place
  }
  return questions.length
}

/** @returns whether M-Pesa was reached; its answer comes as a Result */
async function isAsked(kind: OutgoingKind, question: StatusQuestion): Promise<boolean> {
  const answer = await queryStatus(kind, question)
  if (answer.kind !== 'answered' || answer.status !== 200)
    log.warn({ attemptId: question.attemptId, answer }, 'status query not taken')
  return answer.kind !== 'unreached'
}

/** Has these asked about soon, but for those that are settled by now or are people's. */
async function askSoon(kind: OutgoingKind, unasked: readonly StatusQuestion[]): Promise<void> {
  const soon = addSeconds(now(), TRY_AGAIN_AFTER_SECONDS)
  await kysely(db())
    .updateTable(kind)
    .set({ nextCheckAt: soon })
    .where(
      'attemptId',
      'in',
      unasked.map(({ attemptId }) => attemptId),
    )
    .where('state', 'in', statesLiteral(inFlightStates))
    .where('nextCheckAt', '>', soon)
    .execute()
}

/** Payouts or refunds in flight that are due for a question, oldest first, locked until the transaction ends. */
export function dueForQuestion(tx: Tx, kind: OutgoingKind, moment: Date) {
  return tx.kysely
    .selectFrom(kind)
    .select(['id', 'reference', 'attemptId', 'conversationId', 'submittedAt'])
    .where('nextCheckAt', '<=', moment)
    .where('state', 'in', statesLiteral(inFlightStates))
    .where('attemptId', 'is not', null)
    .where('submittedAt', 'is not', null)
    .$narrowType<{ attemptId: NotNull; submittedAt: NotNull }>()
    .orderBy('nextCheckAt')
    .limit(AT_ONCE)
    .forNoKeyUpdate()
    .skipLocked()
}
