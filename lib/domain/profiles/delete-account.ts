import type { ExpressionBuilder } from 'kysely'
import { now } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import { RuleError, ValidationError } from '#lib/core/errors.ts'
import type { DB } from '#lib/core/generated/kysely/tables.ts'
import { newId, newSecret } from '#lib/core/ids.ts'
import { kysely } from '#lib/core/kysely.ts'
import { type Cents, toShillings } from '#lib/core/money.ts'
import { emit, enqueue, type Tx, transaction } from '#lib/core/outbox.ts'
import { lockForClosing } from '#lib/domain/accounts/live-account.ts'
import { fitsPassword, hashPassword } from '#lib/domain/accounts/password.ts'
import type { Actor } from '#lib/domain/accounts/schema.ts'
import { endSessions } from '#lib/domain/accounts/sessions.ts'
import { type AuditRecord, recordAudit } from '#lib/domain/audit/commands.ts'
import { publicContentChanged } from '#lib/domain/challenges/events.ts'
import { needsKyc } from '#lib/domain/kyc/policy.ts'
import { paidStates, statesLiteral } from '#lib/domain/payments/states.ts'
import { eraseIdentity } from './erase-identity.ts'
import { type GivenUp, giveUpRemainder, remainderOf } from './give-up-remainder.ts'
import { mailDeletionJob, noteErasureJob } from './jobs.ts'
import { withdrawWorks } from './withdraw-works.ts'

/**
 * Erases the identity with all files, and ends every session. Ledger and past results stay under a neutral
 * name. A remainder too small to withdraw is given up, if its owner has seen and named the amount
 * (docs/decisions/0019).
 * @param given `givenUp` is that amount in shillings
 * @throws ValidationError on `password`
 * @throws RuleError (409) `staff_account`, `wallet_not_empty`, `wallet_remainder`, `wallet_changed`,
 *   `payment_open`, `tracks_in_use`
 * @throws UnauthenticatedError if the account was closed meanwhile
 */
export async function deleteAccount(given: {
  actor: Actor
  password: string
  givenUp?: number | undefined
  address: string
}): Promise<void> {
  const { actor, password, givenUp, address } = given
  await refusePassword(actor.id, password)
  await closeAccount({ leaver: actor, givenUp, isTold: true, record: { actor, address } })
}

/** The account, the remainder given up, and the audit's record of the actor. */
export type Closing = {
  readonly leaver: Pick<Actor, 'id' | 'role'>
  readonly givenUp: GivenUp
  /** Whether to mail the owner: not if a backup brought back a deleted account. */
  readonly isTold: boolean
  readonly record: Pick<AuditRecord, 'actor' | 'after' | 'address'>
}

/**
 * Closes an account; the caller has verified the owner's wish.
 * @returns the amount given up, in cents
 * @throws RuleError, UnauthenticatedError as `deleteAccount`
 */
export async function closeAccount({ leaver, givenUp, isTold, record }: Closing): Promise<Cents> {
  const { id, role } = leaver
  // A valid hash that fits no password, because a login cannot verify an invalid one.
  const unusable = await hashPassword(newSecret())
  const moment = now()
  return transaction(async (tx) => {
    await lockForClosing(tx, id)
    // Withdraws videos first, so that no gift is ordered while open payments are checked.
    await withdrawWorks(tx, id, moment)
    await lockLatePayments(tx, id)
    const remainder = await refuseWhatIsOpen(tx, leaver, givenUp)
    if (isTold) await tellDeletion(tx, id)
    await eraseIdentity(tx, { id, role, passwordHash: unusable }, moment)
    await endSessions(tx, { userId: id }, 'account_deleted', moment)
    await giveUpRemainder(tx, { ownerId: id, amount: remainder, at: moment })
    const after = { ...record.after, ...(remainder > 0n ? { given_up: toShillings(remainder) } : {}) }
    await recordAudit(tx, {
      ...record,
      action: 'account.deleted',
      subject: { type: 'user', id },
      ...(Object.keys(after).length > 0 ? { after } : {}),
    })
    await enqueue(tx, noteErasureJob, { userId: id })
    await emit(tx, publicContentChanged, { what: 'videos' })
    return remainder
  })
}

/**
 * Waits for settlements of the user's top-ups and subscriptions: either their money is booked before, or
 * settlement finds the account closed. Locks declined payments too, because late proof would credit them.
 * Locks in settlement's order.
 */
async function lockLatePayments(tx: Tx, ownerId: string): Promise<void> {
  await tx.kysely
    .selectFrom('paymentIntent as i')
    .select('i.id')
    .where('i.id', 'in', (eb) =>
      eb
        .selectFrom('topup as t')
        .select('t.intentId')
        .where('t.ownerId', '=', ownerId)
        .unionAll(
          eb
            .selectFrom('subscriptionPayment as p')
            .innerJoin('subscription as s', 's.id', 'p.subscriptionId')
            .select('p.intentId')
            .where('s.dancerId', '=', ownerId),
        ),
    )
    .where('i.state', 'not in', statesLiteral(paidStates))
    .orderBy('i.id')
    .forNoKeyUpdate('i')
    .execute()
}

async function refusePassword(userId: string, password: string): Promise<void> {
  const user = await kysely(db())
    .selectFrom('appUser')
    .select('passwordHash')
    .where('id', '=', userId)
    .executeTakeFirst()
  if (!(await fitsPassword(user?.passwordHash, password)))
    throw new ValidationError({ password: 'password_wrong' })
}

/** @returns the amount given up, in cents */
async function refuseWhatIsOpen(tx: Tx, { id, role }: Closing['leaver'], givenUp: GivenUp): Promise<Cents> {
  if (!needsKyc(role)) throw new RuleError('staff_account.close', 409)
  const open = await tx.kysely
    .selectNoFrom((eb) => [
      eb.exists(openPaymentsOf(eb, id)).as('payment'),
      eb.exists(tracksInUse(eb, id)).as('use'),
    ])
    .executeTakeFirstOrThrow()
  // Read after the payments, so that the wallet includes payments settled in between.
  const remainder = await remainderOf(tx, id, givenUp)
  if (open.payment) throw new RuleError('payment_open', 409)
  if (open.use) throw new RuleError('tracks_in_use', 409)
  return remainder
}

type Tables = ExpressionBuilder<DB, never>

/** Payments by or for this person that may still bring money. */
const openPaymentsOf = (eb: Tables, userId: string) =>
  eb
    .selectFrom('paymentIntent as i')
    .leftJoin('gift as g', 'g.intentId', 'i.id')
    .leftJoin('video as v', 'v.id', 'g.videoId')
    .leftJoin('track as t', 't.id', 'v.trackId')
    .leftJoin('subscriptionPayment as p', 'p.intentId', 'i.id')
    .leftJoin('subscription as s', 's.id', 'p.subscriptionId')
    .leftJoin('topup as w', 'w.intentId', 'i.id')
    .select('i.id')
    .where((of) =>
      of.or([
        of('v.dancerId', '=', userId),
        of('t.musicianId', '=', userId),
        of('s.dancerId', '=', userId),
        of('w.ownerId', '=', userId),
      ]),
    )
    .where('i.state', 'not in', ['credited', 'declined', 'rejected', 'refunded'])

/**
 * Tracks used in a running month, except in the musician's own videos: these tracks earn until the month's
 * end.
 */
const tracksInUse = (eb: Tables, userId: string) =>
  eb
    .selectFrom('track as t')
    .innerJoin('challenge as c', (join) => join.on('c.phase', '<>', 'closed'))
    .select('t.id')
    .where('t.musicianId', '=', userId)
    .where((of) =>
      of.or([
        of.exists(
          of
            .selectFrom('video as v')
            .select('v.id')
            .whereRef('v.trackId', '=', 't.id')
            .whereRef('v.challengeId', '=', 'c.id')
            .where('v.status', '<>', 'rejected')
            .where('v.dancerId', '<>', userId),
        ),
        of.exists(
          of
            .selectFrom('trackAssignment as a')
            .select('a.id')
            .whereRef('a.trackId', '=', 't.id')
            .whereRef('a.challengeId', '=', 'c.id')
            .where('a.status', '<>', 'cancelled'),
        ),
      ]),
    )

/**
 * Enqueues a mail about the deletion. Call it before the erasure: then only the job has the email address.
 */
async function tellDeletion(tx: Tx, userId: string): Promise<void> {
  const { email, firstName, locale } = await tx.kysely
    .selectFrom('appUser')
    .select(['email', 'firstName', 'locale'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  await enqueue(tx, mailDeletionJob, { mailId: newId(), userId, email, firstName, locale })
}
