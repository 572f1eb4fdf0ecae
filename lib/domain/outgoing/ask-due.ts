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

/** Delay of a query that was not sent. */
const RETRY_AFTER_SECONDS = 60

/**
 * Queries M-Pesa about due payouts or refunds; answers arrive as Results. If M-Pesa is unreachable or the
 * worker ends, the remaining queries are due again in a minute instead of hours later.
 * @param ending stops further queries when aborted
 * @param claimDue sets the next times of due queries before they are sent: a crash loses one query of each
 * @returns the number of queries sent
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

/** @returns whether M-Pesa was reached */
async function isAsked(kind: OutgoingKind, question: StatusQuestion): Promise<boolean> {
  const answer = await queryStatus(kind, question)
  if (answer.kind !== 'answered' || answer.status !== 200)
    log.warn({ attemptId: question.attemptId, answer }, 'status query not taken')
  return answer.kind !== 'unreached'
}

/** Makes queries due soon, except for payouts or refunds settled meanwhile. */
async function askSoon(kind: OutgoingKind, unasked: readonly StatusQuestion[]): Promise<void> {
  const soon = addSeconds(now(), RETRY_AFTER_SECONDS)
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

/** Locks the rows, oldest first. */
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
