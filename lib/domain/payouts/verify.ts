import type { NotNull } from 'kysely'
import { now } from '#lib/core/clock.ts'
import { log } from '#lib/core/log.ts'
import { transaction } from '#lib/core/outbox.ts'
import { type PayoutQuestion, queryPayout } from '#lib/domain/mpesa/payout-calls.ts'
import { statesLiteral } from '#lib/domain/payments/states.ts'
import { raiseAlert } from './alerts.ts'
import { nextCheckAfter, PEOPLE_AFTER_SECONDS } from './policy.ts'
import { inFlightStates } from './schema.ts'

const AT_ONCE = 20

/**
 * Asks M-Pesa about the payouts that are due for a question, oldest first; the answers come as Results. Where a day of
 * questions has told nothing, people are called.
 * @returns how many were asked about
 */
export async function askAboutDuePayouts(): Promise<number> {
  const questions = await claimDue()
  for (const question of questions) {
    const answer = await queryPayout(question)
    if (answer.kind !== 'answered' || answer.status !== 200)
      log.warn({ attemptId: question.attemptId, answer }, 'status query not taken')
  }
  return questions.length
}

/** Takes due payouts and sets when each is due next, before anything is asked: a crash costs one question. */
function claimDue(): Promise<PayoutQuestion[]> {
  return transaction(async (tx) => {
    const moment = now()
    const due = await tx.kysely
      .selectFrom('payout')
      .select(['id', 'reference', 'refusals', 'attempt_id', 'conversation_id', 'submitted_at'])
      .where('next_check_at', '<=', moment)
      .where('state', 'in', statesLiteral(inFlightStates))
      .where('attempt_id', 'is not', null)
      .where('submitted_at', 'is not', null)
      .$narrowType<{ attempt_id: NotNull; submitted_at: NotNull }>()
      .orderBy('next_check_at')
      .limit(AT_ONCE)
      .forNoKeyUpdate()
      .skipLocked()
      .execute()
    const questions: PayoutQuestion[] = []
    for (const row of due) {
      const { id, reference, submitted_at: submittedAt } = row
      const isForPeople = moment.getTime() - submittedAt.getTime() >= PEOPLE_AFTER_SECONDS * 1000
      await tx.prisma.payout.update({
        where: { id },
        data: {
          nextCheckAt: nextCheckAfter(submittedAt, moment),
          ...(isForPeople ? { state: 'unknown' } : {}),
        },
        select: { id: true },
      })
      if (isForPeople) await raiseAlert(tx, 'unresolved', id, `Nobody knows what became of ${reference}`)
      else
        questions.push({
          attemptId: row.attempt_id,
          conversationId: row.conversation_id ?? `${reference}-${row.refusals}`,
        })
    }
    return questions
  })
}
