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

/** A decision about a video that was to take effect longer ago than this holds up no prizes. */
const HELD_SECONDS = 600

/**
 * Closes each month whose last payments are settled, once M-Pesa's statement is read past its end; after 48 hours without waiting
 * for a statement, for payments that M-Pesa never told of, which are then for people to settle, or for gifts that people have not
 * decided about: held ones, and such that M-Pesa has given back (docs/decisions/0009). A month that cannot be paid stays open, with the reason on its row. May run as often as it likes, and die at any moment.
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
    // What a statement has found is in the inbox once it is noted as read, so the inbox is looked at after it.
    if (await paymentsAreOpen(on, id, endsAt)) return true
    if (await giftsAreHeld(on, id)) return true
    if (await giftsAreReversed(on, id)) return true
  }
  return isMonthHeld(on, id, addSeconds(at, -HELD_SECONDS))
}

async function close(month: Due, at: Date): Promise<void> {
  try {
    await transaction(async (tx) => {
      // The first look had no lock: an officer may have decided since.
      await lockMonth(tx, month.id)
      if (!(await hasToWait(tx.client, month, at))) await closeAndTell(tx, month.id, at)
    })
  } catch (error) {
    if (!(error instanceof ShortfallError)) throw error
    log.error({ challenge: month.id, err: error.message }, 'month not closed')
    // Another worker may have closed it since, with revenue that came in between.
    await kysely(db())
      .updateTable('challenge')
      .set({ closeProblem: shortfallSentence(error).coded })
      .where('id', '=', month.id)
      .where('phase', '<>', 'closed')
      .execute()
  }
}

/** Decisions about its videos, and payments of it, wait until the transaction ends; those before it are committed. */
async function lockMonth(tx: Tx, challengeId: string): Promise<void> {
  await tx.kysely.selectFrom('challenge').select('id').where('id', '=', challengeId).forUpdate().execute()
}

/**
 * Closes a month at once in the caller's transaction, by hand.
 * @throws RuleError payments_open while a payment of it may still come in, decisions_open while an officer may still undo what
 * they decided about one of its videos, prizes_short where revenue does not cover the prizes
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

/** Whether M-Pesa's statement is read so far that it has listed all that was paid before the month's end. */
async function isStatementRead(on: Queryable, endsAt: Date): Promise<boolean> {
  const read = await statementReadTo(on)
  return read !== null && read >= statementNeededTo(endsAt)
}

/** Whether a payment of the month may still come in by itself. */
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

/** Whether two people could still count a gift of the month that waits for them. */
async function giftsAreHeld(on: Queryable, challengeId: string): Promise<boolean> {
  return (await heldGiftsOf(challengeId, on).select('i.id').limit(1).executeTakeFirst()) !== undefined
}

/** Whether two people have yet to decide about a counted gift of the month that M-Pesa has given back. */
async function giftsAreReversed(on: Queryable, challengeId: string): Promise<boolean> {
  return (await reversedGiftsOf(challengeId, on).select('i.id').limit(1).executeTakeFirst()) !== undefined
}

/** Their wallets have changed; their open pages look at them again. */
async function tellEarners(tx: Tx, { winners, royalties }: ClosedMonth): Promise<void> {
  const earners = new Set([
    ...winners.map(({ dancerId }) => dancerId),
    ...royalties.map(({ musicianId }) => musicianId),
  ])
  if (earners.size > 0) await emit(tx, membersChanged, { user_ids: [...earners] })
}

/** Tells dancers their places, musicians their royalties, and voters who have asked for it that the result is there. */
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
  // A month without subscriptions owes nobody anything: its statements are there all the same.
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
