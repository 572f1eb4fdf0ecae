import { now } from '#lib/core/clock.ts'
import { rows } from '#lib/core/db.ts'
import { log } from '#lib/core/log.ts'
import { transaction } from '#lib/core/outbox.ts'
import { queryRefund } from '#lib/domain/mpesa/refund-calls.ts'
import { nextCheckAfter, PEOPLE_AFTER_SECONDS } from '#lib/domain/payouts/policy.ts'
import { callPeople, UNHEARD } from './put-back.ts'
import { changeRefund } from './rows.ts'
import type { RefundMethod } from './schema.ts'

const AT_ONCE = 20

type DueRow = {
  id: string
  reference: string
  method: RefundMethod
  attempt_id: string
  conversation_id: string | null
  submitted_at: Date
}

type Question = { attemptId: string; conversationId: string }

/**
 * Asks M-Pesa about refunds whose time has come, as about payouts: never is one sent again instead. What a day of asking
 * has not told is handed to people.
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
    const { client } = tx
    const moment = now()
    const due = await rows<DueRow>(
      client,
      `SELECT id, reference, method::text, attempt_id, conversation_id, submitted_at FROM refund
        WHERE next_check_at <= $1 AND state IN ('submitting', 'accepted', 'unknown')
        ORDER BY next_check_at LIMIT $2 FOR NO KEY UPDATE SKIP LOCKED`,
      [moment, AT_ONCE],
    )
    const questions: Question[] = []
    for (const row of due) {
      await changeRefund(client, row.id, { nextCheckAt: nextCheckAfter(row.submitted_at, moment) })
      const elapsed = (moment.getTime() - row.submitted_at.getTime()) / 1000
      if (elapsed >= PEOPLE_AFTER_SECONDS) {
        await changeRefund(client, row.id, { state: 'unknown' })
        await callPeople(tx, row.id, UNHEARD, `Nobody knows what became of ${row.reference}`)
        continue
      }
      // A reversal carries no id of ours: without its acknowledgement there is nothing to ask by.
      const conversationId = row.conversation_id ?? (row.method === 'b2c' ? row.reference : null)
      if (conversationId) questions.push({ attemptId: row.attempt_id, conversationId })
    }
    return questions
  })
}
