import type { NotNull } from 'kysely'
import { now } from '#lib/core/clock.ts'
import { log } from '#lib/core/log.ts'
import { type Tx, transaction } from '#lib/core/outbox.ts'
import { queryStatus, type StatusQuestion } from '#lib/domain/mpesa/status-calls.ts'
import { statesLiteral } from '#lib/domain/payments/states.ts'
import { inFlightStates } from './schema.ts'

const AT_ONCE = 20

/**
 * Asks M-Pesa about payouts or refunds that are due for a question; the answers come as Results.
 * @param claimDue sets when each is due next, before anything is asked: a crash costs one question
 * @returns how many were asked about
 */
export async function askAboutDue(
  kind: 'payout' | 'refund',
  claimDue: (tx: Tx, moment: Date) => Promise<StatusQuestion[]>,
): Promise<number> {
  const questions = await transaction((tx) => claimDue(tx, now()))
  for (const question of questions) {
    const answer = await queryStatus(kind, question)
    if (answer.kind !== 'answered' || answer.status !== 200)
      log.warn({ attemptId: question.attemptId, answer }, 'status query not taken')
  }
  return questions.length
}

/** Payouts or refunds in flight that are due for a question, oldest first, locked until the transaction ends. */
export function dueForQuestion(tx: Tx, kind: 'payout' | 'refund', moment: Date) {
  return tx.kysely
    .selectFrom(kind)
    .select(['id', 'reference', 'attempt_id', 'conversation_id', 'submitted_at'])
    .where('next_check_at', '<=', moment)
    .where('state', 'in', statesLiteral(inFlightStates))
    .where('attempt_id', 'is not', null)
    .where('submitted_at', 'is not', null)
    .$narrowType<{ attempt_id: NotNull; submitted_at: NotNull }>()
    .orderBy('next_check_at')
    .limit(AT_ONCE)
    .forNoKeyUpdate()
    .skipLocked()
}
