import { say } from '#lib/core/sentence.ts'
import { askAboutDue, dueForQuestion } from '#lib/domain/outgoing/ask-due.ts'
import { nextCheckAfter } from '#lib/domain/outgoing/backoff.ts'
import { raiseAlert } from './alerts.ts'

/**
 * Queries due payouts, oldest first. After a day of queries without an outcome people are notified.
 * @param ending stops further queries when aborted
 * @returns the number of queries
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
      // After people are alerted, the payout is due for a query only if M-Pesa sent something untrusted.
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
