import { say } from '#lib/core/sentence.ts'
import { askAboutDue, dueForQuestion } from '#lib/domain/outgoing/ask-due.ts'
import { nextCheckAfter } from '#lib/domain/outgoing/waits.ts'
import { raiseAlert } from './alerts.ts'

/**
 * Asks M-Pesa about the payouts that are due for a question, oldest first. Where a day of questions has told nothing, people
 * are called.
 * @param ending once it is aborted, no other one is asked about
 * @returns how many were asked about
 */
export function askAboutDuePayouts(ending: AbortSignal): Promise<number> {
  return askAboutDue('payout', ending, async (tx, moment) => {
    const questions = []
    for (const row of await dueForQuestion(tx, 'payout', moment).select('refusals').execute()) {
      const { id, reference } = row
      const nextCheckAt = nextCheckAfter(row.submittedAt, moment)
      const isForPeople = nextCheckAt === null
      await tx.kysely
        .updateTable('payout')
        .set({ nextCheckAt, ...(isForPeople ? { state: 'unknown' } : {}) })
        .where('id', '=', id)
        .execute()
      // Once people know, it is due for a question where M-Pesa has said something that is not believed.
      if (isForPeople && (await raiseAlert(tx, 'unresolved', id, say('alert.unknown_end', { reference }))))
        continue
      questions.push({
        attemptId: row.attemptId,
        conversationId: row.conversationId ?? `${reference}-${row.refusals}`,
      })
    }
    return questions
  })
}
