import type { NotNull } from 'kysely'
import { now } from '#lib/core/clock.ts'
import { log } from '#lib/core/log.ts'
import { transaction } from '#lib/core/outbox.ts'
import { queryRefund } from '#lib/domain/mpesa/refund-calls.ts'
import { statesLiteral } from '#lib/domain/payments/states.ts'
import { nextCheckAfter, PEOPLE_AFTER_SECONDS } from '#lib/domain/payouts/policy.ts'
import { inFlightStates } from '#lib/domain/payouts/schema.ts'
import { callUnheard } from './put-back.ts'
import { changeRefund } from './rows.ts'

const AT_ONCE = 20

type Question = { attemptId: string; conversationId: string }

/**
 * Asks M-Pesa about the refunds that are due for a question, as about payouts; none is sent again instead. Where a day of
 * questions has told nothing, people are called.
 * @returns how many were asked about
 */
export async function askAboutDueRefunds(): Promise<number> {
  const questions = await claimDue()
  for (const { attemptId, conversationId } of questions) {
    const answer = await queryRefund(attemptId, conversationId)
    if (answer.kind !== 'answered' || answer.status !== 200)
      log.warn({ attemptId, answer }, 'status query not taken')
  }
  return questions.length
}

/** Takes due refunds and sets when each is due next, before anything is asked: a crash costs one question. */
function claimDue(): Promise<Question[]> {
  return transaction(async (tx) => {
    const moment = now()
    const due = await tx.kysely
      .selectFrom('refund')
      .select(['id', 'reference', 'method', 'attempt_id', 'conversation_id', 'submitted_at'])
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
    const questions: Question[] = []
    for (const row of due) {
      const { submitted_at: submittedAt } = row
      const isForPeople = moment.getTime() - submittedAt.getTime() >= PEOPLE_AFTER_SECONDS * 1000
      const nextCheckAt = nextCheckAfter(submittedAt, moment)
      await changeRefund(tx.client, row.id, { nextCheckAt, ...(isForPeople ? { state: 'unknown' } : {}) })
      if (isForPeople) {
        await callUnheard(tx, row)
        continue
      }
      // A reversal carries no id of ours: without its acknowledgement M-Pesa can not be asked about it.
      const conversationId = row.conversation_id ?? (row.method === 'b2c' ? row.reference : null)
      if (conversationId) questions.push({ attemptId: row.attempt_id, conversationId })
    }
    return questions
  })
}
