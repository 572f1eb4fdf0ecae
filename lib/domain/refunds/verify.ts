import { askAboutDue, dueForQuestion } from '#lib/domain/outgoing/ask-due.ts'
import { nextCheckAfter } from '#lib/domain/outgoing/waits.ts'
import { callUnheard } from './put-back.ts'
import { changeRefund } from './rows.ts'

/**
 * Asks M-Pesa about the refunds that are due for a question, as about payouts; none is sent again instead. Where a day of
 * questions has told nothing, people are called.
 * @param ending once it is aborted, no other one is asked about
 * @returns how many were asked about
 */
export function askAboutDueRefunds(ending: AbortSignal): Promise<number> {
  return askAboutDue('refund', ending, async (tx, moment) => {
    const questions = []
    for (const row of await dueForQuestion(tx, 'refund', moment).select('method').execute()) {
      const nextCheckAt = nextCheckAfter(row.submittedAt, moment)
      const isForPeople = nextCheckAt === null
      await changeRefund(tx.client, row.id, { nextCheckAt, ...(isForPeople ? { state: 'unknown' } : {}) })
      // Once people know, it is due for a question where M-Pesa has said something that is not believed.
      if (isForPeople && (await callUnheard(tx, row))) continue
      // A reversal carries no id of ours: without its acknowledgement M-Pesa can not be asked about it.
      const conversationId = row.conversationId ?? (row.method === 'b2c' ? row.reference : null)
      if (conversationId) questions.push({ attemptId: row.attemptId, conversationId })
    }
    return questions
  })
}
