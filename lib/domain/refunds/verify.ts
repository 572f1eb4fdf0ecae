import { askAboutDue, dueForQuestion } from '#lib/domain/outgoing/ask-due.ts'
import { nextCheckAfter } from '#lib/domain/outgoing/backoff.ts'
import { callUnheard } from './put-back.ts'
import { changeRefund } from './rows.ts'

/**
 * Queries due refunds; none of them is sent again. After a day of queries without an outcome people are
 * notified.
 * @param ending stops further queries when aborted
 * @returns the number of queries
 */
export function askAboutDueRefunds(ending: AbortSignal): Promise<number> {
  return askAboutDue('refund', ending, async (tx, moment) => {
    const questions = []
    for (const row of await dueForQuestion(tx, 'refund', moment).select('method').execute()) {
      const nextCheckAt = nextCheckAfter(row.submittedAt, moment)
      const isForPeople = nextCheckAt === null
      await changeRefund(tx.client, row.id, { nextCheckAt, ...(isForPeople ? { state: 'unknown' } : {}) })
      // After people are notified, the refund is due for a query only if M-Pesa sent something untrusted.
      if (isForPeople && (await callUnheard(tx, row))) continue
      // A reversal has no id of ours: without its acknowledgement M-Pesa cannot be queried about it.
      const conversationId = row.conversationId ?? (row.method === 'b2c' ? row.reference : null)
      if (conversationId) questions.push({ attemptId: row.attemptId, conversationId })
    }
    return questions
  })
}
