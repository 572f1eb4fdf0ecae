import { addSeconds } from '#lib/core/clock.ts'
import { db, firstRow, type Queryable, rows } from '#lib/core/db.ts'
import { RuleError } from '#lib/core/errors.ts'
import { log } from '#lib/core/log.ts'
import { toShillings } from '#lib/core/money.ts'
import { emit, type Tx, transaction } from '#lib/core/outbox.ts'
import { membersChanged } from '#lib/domain/accounts/events.ts'
import { publicContentChanged } from '#lib/domain/challenges/events.ts'
import { TALLYING_SECONDS } from '#lib/domain/challenges/policy.ts'
import { ShortfallError } from '#lib/domain/ledger/draw.ts'
import { sendMail } from '#lib/domain/mail/commands.ts'
import { type ClosedMonth, closeMonth } from './close-month.ts'

/** Two statements of M-Pesa's are pulled in this time after the end (seconds): Paybill payments are known by then. */
const LEAST_TALLYING_SECONDS = 35 * 60

/**
 * Closes each month whose last payments are settled; after 48 hours without waiting for those that M-Pesa never told of,
 * which are then for people to settle (design/api.md, Challenges). A month that cannot be paid stays open, with the
 * reason on its row. May run as often as it likes, and die at any moment.
 */
export async function closeDueMonths(at: Date): Promise<void> {
  const due = await rows<{ id: string; ends_at: Date }>(
    db(),
    `SELECT id, ends_at FROM challenge WHERE phase = 'tallying' AND ends_at <= $1 ORDER BY month`,
    [addSeconds(at, -LEAST_TALLYING_SECONDS)],
  )
  for (const { id, ends_at } of due) {
    const waits = addSeconds(ends_at, TALLYING_SECONDS) > at && (await paymentsAreOpen(db(), id, ends_at))
    if (!waits) await close(id, at)
  }
}

async function close(challengeId: string, at: Date): Promise<void> {
  try {
    await transaction((tx) => closeAndTell(tx, challengeId, at))
  } catch (error) {
    if (!(error instanceof ShortfallError)) throw error
    log.error({ challenge: challengeId, err: error.message }, 'month not closed')
    await rows(db(), 'UPDATE challenge SET close_problem = $2 WHERE id = $1', [
      challengeId,
      shortfallSentence(error),
    ])
  }
}

/**
 * Closes a month at once in the caller's transaction, by hand.
 * @throws RuleError payments_open while a payment of it may still come in, prizes_short where revenue does not cover
 * the prizes
 */
export async function closeWhenSettled(tx: Tx, challengeId: string, at: Date): Promise<void> {
  if (await paymentsAreOpen(tx.client, challengeId, at))
    throw new RuleError('payments_open', 'Payments of this month are still being settled.', 409)
  try {
    await closeAndTell(tx, challengeId, at)
  } catch (error) {
    if (error instanceof ShortfallError) throw new RuleError('prizes_short', shortfallSentence(error), 409)
    throw error
  }
}

async function closeAndTell(tx: Tx, challengeId: string, at: Date): Promise<void> {
  const closed = await closeMonth(tx.client, challengeId, at)
  if (!closed) return
  await emit(tx, publicContentChanged, { what: 'challenge' })
  await tellEarners(tx, closed)
  await mailEarners(tx, closed)
  log.info({ challenge: challengeId, winners: closed.winners.length }, 'month closed')
}

function shortfallSentence({ kind, missing }: ShortfallError): string {
  return `The prizes cannot be paid: ${kind} is short by KES ${toShillings(missing)}.`
}

/** Whether a payment of the month may still come in by itself. */
async function paymentsAreOpen(on: Queryable, challengeId: string, endsAt: Date): Promise<boolean> {
  const open = await firstRow(
    on,
    `SELECT 1 FROM payment_intent i
       LEFT JOIN gift g ON g.intent_id = i.id
       LEFT JOIN subscription_payment p ON p.intent_id = i.id LEFT JOIN subscription s ON s.id = p.subscription_id
     WHERE i.state IN ('created', 'submitting', 'awaiting', 'submit_unknown', 'verifying')
       AND (g.challenge_id = $1 OR s.challenge_id = $1)
     UNION ALL
     SELECT 1 FROM callback_inbox WHERE processed_at IS NULL AND received_at <= $2
     LIMIT 1`,
    [challengeId, addSeconds(endsAt, LEAST_TALLYING_SECONDS)],
  )
  return open !== undefined
}

/** Their wallets have changed; their open pages look at them again. */
async function tellEarners(tx: Tx, { winners, royalties }: ClosedMonth): Promise<void> {
  const earners = new Set([
    ...winners.map(({ dancerId }) => dancerId),
    ...royalties.map(({ musicianId }) => musicianId),
  ])
  if (earners.size > 0) await emit(tx, membersChanged, { user_ids: [...earners] })
}

async function mailEarners(tx: Tx, { title, winners, royalties }: ClosedMonth): Promise<void> {
  for (const { dancerId, rank, prize } of winners)
    await sendMail(tx, {
      userId: dancerId,
      template: 'prize_won',
      data: { challenge: title, rank, amount: toShillings(prize) },
    })
  // A month without subscriptions owes nobody anything: its statements are there all the same.
  for (const { musicianId, royalty } of royalties.filter((one) => one.royalty > 0n))
    await sendMail(tx, {
      userId: musicianId,
      template: 'royalty_paid',
      data: { challenge: title, amount: toShillings(royalty) },
    })
}
