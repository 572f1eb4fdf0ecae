import { now } from '#lib/core/clock.ts'
import { rows } from '#lib/core/db.ts'
import { log } from '#lib/core/log.ts'
import { transaction } from '#lib/core/outbox.ts'
import { type PayoutQuestion, queryPayout } from '#lib/domain/mpesa/payout-calls.ts'
import { raiseAlert } from './alerts.ts'
import { nextCheckAfter, PEOPLE_AFTER_SECONDS } from './policy.ts'

const AT_ONCE = 20

type DueRow = {
  id: string
  reference: string
  refusals: number
  attempt_id: string
  conversation_id: string | null
  submitted_at: Date
}

/**
 * Asks M-Pesa about payouts whose time has come, oldest first; the answers come as Results. What a day of asking has not
 * told is handed to people.
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
    const due = await rows<DueRow>(
      tx.client,
      `SELECT id, reference, refusals, attempt_id, conversation_id, submitted_at FROM payout
        WHERE next_check_at <= $1 AND state IN ('submitting', 'accepted', 'unknown')
        ORDER BY next_check_at LIMIT $2 FOR NO KEY UPDATE SKIP LOCKED`,
      [moment, AT_ONCE],
    )
    const questions: PayoutQuestion[] = []
    for (const row of due) {
      const next = nextCheckAfter(row.submitted_at, moment)
      await tx.client.query('UPDATE payout SET next_check_at = $2 WHERE id = $1', [row.id, next])
      const elapsed = (moment.getTime() - row.submitted_at.getTime()) / 1000
      if (elapsed >= PEOPLE_AFTER_SECONDS) {
        await tx.client.query(`UPDATE payout SET state = 'unknown' WHERE id = $1`, [row.id])
        await raiseAlert(tx, 'unresolved', row.id, `Nobody knows what became of ${row.reference}`)
      } else {
        const conversationId = row.conversation_id ?? `${row.reference}-${row.refusals}`
        questions.push({ attemptId: row.attempt_id, conversationId })
      }
    }
    return questions
  })
}
