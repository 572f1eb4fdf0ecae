import { addSeconds } from '#lib/core/clock.ts'
import { db, type Queryable } from '#lib/core/db.ts'
import { RuleError } from '#lib/core/errors.ts'
import { kysely } from '#lib/core/kysely.ts'
import { log } from '#lib/core/log.ts'
import { toShillings } from '#lib/core/money.ts'
import { emit, enqueue, type Tx, transaction } from '#lib/core/outbox.ts'
import { type Sentence, say } from '#lib/core/sentence.ts'
import { membersChanged } from '#lib/domain/accounts/events.ts'
import { publicContentChanged } from '#lib/domain/challenges/events.ts'
import { TALLYING_SECONDS } from '#lib/domain/challenges/policy.ts'
import { ShortfallError } from '#lib/domain/ledger/draw.ts'
import { notify } from '#lib/domain/notifications/commands.ts'
import { deliverNotificationsJob } from '#lib/domain/notifications/jobs.ts'
import type { News } from '#lib/domain/notifications/schema.ts'
import { statementReadTo } from '#lib/domain/payments/statement-read.ts'
import { isMonthHeld } from '#lib/domain/review/held.ts'
import { type ClosedMonth, closeMonth } from './close-month.ts'
import { heldGiftsOf, openPaymentsOf, reversedGiftsOf, waitsPaidBefore } from './open-payments.ts'
import { LEAST_TALLYING_SECONDS, statementNeededTo } from './policy.ts'

/** A held decision that is overdue by more than this does not delay the prizes. */
const HELD_SECONDS = 600

/**
 * Closes each month whose payments are settled, once M-Pesa's statement is read past the month's end. 48
 * hours after that end the close no longer waits for a statement, for payments without an outcome, or for
 * held or reversed gifts that are undecided (docs/decisions/0009). A month that cannot be paid stays open,
 * with the reason on its row. Idempotent, and safe to be killed.
 */
export async function closeDueMonths(at: Date): Promise<void> {
  const due = await kysely(db())
    .selectFrom('challenge')
    .select(['id', 'endsAt'])
    .where('phase', '=', 'tallying')
    .where('endsAt', '<=', addSeconds(at, -LEAST_TALLYING_SECONDS))
    .orderBy('month')
    .execute()
  for (const month of due) if (!(await hasToWait(db(), month, at))) await close(month, at)
}

type Due = { id: string; endsAt: Date }

async function hasToWait(on: Queryable, { id, endsAt }: Due, at: Date): Promise<boolean> {
  if (addSeconds(endsAt, TALLYING_SECONDS) > at) {
    if (!(await isStatementRead(on, endsAt))) return true
    // The inbox is checked after the statement, whose payments are in the inbox before it counts as read.
    if (await paymentsAreOpen(on, id, endsAt)) return true
    if (await giftsAreHeld(on, id)) return true
    if (await giftsAreReversed(on, id)) return true
  }
  return isMonthHeld(on, id, addSeconds(at, -HELD_SECONDS))
}

async function close(month: Due, at: Date): Promise<void> {
  try {
    await transaction(async (tx) => {
      // The first check had no lock: an officer may have decided since.
      await lockMonth(tx, month.id)
      if (!(await hasToWait(tx.client, month, at))) await closeAndTell(tx, month.id, at)
    })
  } catch (error) {
    if (!(error instanceof ShortfallError)) throw error
    log.error({ challenge: month.id, err: error.message }, 'month not closed')
    // Another worker may have closed the month since, with revenue that came in between.
    await kysely(db())
      .updateTable('challenge')
      .set({ closeProblem: shortfallSentence(error).coded })
      .where('id', '=', month.id)
      .where('phase', '<>', 'closed')
      .execute()
  }
}

/**
 * Decisions about the month's videos and payments wait until the transaction ends; earlier decisions are
 * committed.
 */
async function lockMonth(tx: Tx, challengeId: string): Promise<void> {
  await tx.kysely.selectFrom('challenge').select('id').where('id', '=', challengeId).forUpdate().execute()
}

/**
 * Closes a month by hand, in the caller's transaction.
 * @throws RuleError payments_open while a payment may still arrive, decisions_open while a decision about a
 *   video can be undone, prizes_short if revenue does not cover the prizes
 */
export async function closeWhenSettled(tx: Tx, challengeId: string, at: Date): Promise<void> {
  await lockMonth(tx, challengeId)
  if (await paymentsAreOpen(tx.client, challengeId, at)) throw new RuleError('payments_open', 409)
  if (await isMonthHeld(tx.client, challengeId, addSeconds(at, -HELD_SECONDS)))
    throw new RuleError('decisions_open', 409)
  try {
    await closeAndTell(tx, challengeId, at)
  } catch (error) {
    if (error instanceof ShortfallError) throw new RuleError(shortfallSentence(error), 409)
    throw error
  }
}

async function closeAndTell(tx: Tx, challengeId: string, at: Date): Promise<void> {
  const closed = await closeMonth(tx.client, challengeId, at)
  if (!closed) return
  await emit(tx, publicContentChanged, { what: 'challenge' })
  await tellEarners(tx, closed)
  await tellResults(tx, challengeId, closed)
  log.info({ challenge: challengeId, winners: closed.winners.length }, 'month closed')
}

function shortfallSentence({ kind, missing }: ShortfallError): Sentence {
  return say('prizes_short', { what: say(`wallet.${kind}`), amount: toShillings(missing) })
}

/** Whether the statement is read past everything paid before the month's end. */
async function isStatementRead(on: Queryable, endsAt: Date): Promise<boolean> {
  const read = await statementReadTo(on)
  return read !== null && read >= statementNeededTo(endsAt)
}

/** Whether a payment of the month may still be settled automatically. */
async function paymentsAreOpen(on: Queryable, challengeId: string, endsAt: Date): Promise<boolean> {
  const payment = await openPaymentsOf(challengeId, on).select('i.id').limit(1).executeTakeFirst()
  if (payment) return true
  const callback = await kysely(on)
    .selectFrom('callbackInbox')
    .select('id')
    .where('processedAt', 'is', null)
    .where('receivedAt', '<=', addSeconds(endsAt, LEAST_TALLYING_SECONDS))
    .limit(1)
    .executeTakeFirst()
  return callback !== undefined || (await waitsPaidBefore(on, endsAt))
}

/** Held gifts of the month that two people could still count. */
async function giftsAreHeld(on: Queryable, challengeId: string): Promise<boolean> {
  return (await heldGiftsOf(challengeId, on).select('i.id').limit(1).executeTakeFirst()) !== undefined
}

/** Counted gifts of the month that M-Pesa reversed, undecided by two people. */
async function giftsAreReversed(on: Queryable, challengeId: string): Promise<boolean> {
  return (await reversedGiftsOf(challengeId, on).select('i.id').limit(1).executeTakeFirst()) !== undefined
}

/** Makes the earners' open pages read their wallets again. */
async function tellEarners(tx: Tx, { winners, royalties }: ClosedMonth): Promise<void> {
  const earners = new Set([
    ...winners.map(({ dancerId }) => dancerId),
    ...royalties.map(({ musicianId }) => musicianId),
  ])
  if (earners.size > 0) await emit(tx, membersChanged, { user_ids: [...earners] })
}

/** Notifies dancers of places, musicians of royalties, and voters who follow the result. */
async function tellResults(tx: Tx, challengeId: string, closed: ClosedMonth): Promise<void> {
  const { title: challenge, places, royalties } = closed
  const results = places.map(({ dancerId: userId, rank, voteCount: votes, prize, tax }): News => {
    const of = { userId, occasion: challengeId }
    return prize > 0n
      ? {
          ...of,
          template: 'prize_won',
          data: { challenge, rank, amount: toShillings(prize), tax: toShillings(tax) },
        }
      : { ...of, template: 'month_result', data: { challenge, challenge_id: challengeId, rank, votes } }
  })
  // A month without subscriptions has statements, but no royalties.
  const earned = royalties
    .filter(({ royalty }) => royalty > 0n)
    .map(
      ({ musicianId, royalty, tax }): News => ({
        userId: musicianId,
        occasion: challengeId,
        template: 'royalty_paid',
        data: { challenge, amount: toShillings(royalty), tax: toShillings(tax) },
      }),
    )
  await notify(tx, ...results, ...earned)
  await enqueue(tx, deliverNotificationsJob, {})
}
