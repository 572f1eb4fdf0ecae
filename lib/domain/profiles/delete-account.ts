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
 * Closes an account for good: erases the person's identity with all its files and ends every session. The ledger and the
 * results of past months stay, because others need them, under a name that tells nothing. What is too little to be withdrawn
 * is given up with it, where its owner has seen and named the amount (docs/decisions/0019).
 * @param given `givenUp` is that amount in shillings
 * @throws ValidationError on `password`
 * @throws RuleError (409) `staff_account`, `wallet_not_empty`, `wallet_remainder`, `wallet_changed`, `payment_open`, `tracks_in_use`
 * @throws UnauthenticatedError where it was closed meanwhile
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

/** Whose account is closed, what of their wallet is given up with it, and what the audit says of who has done it. */
export type Closing = {
  readonly leaver: Pick<Actor, 'id' | 'role'>
  readonly givenUp: GivenUp
  /** Whether they are told by mail: not where the account was deleted before and a backup has brought it back. */
  readonly isTold: boolean
  readonly record: Pick<AuditRecord, 'actor' | 'after' | 'address'>
}

/**
 * Closes an account as its owner does, for whoever has made sure that its owner wants it.
 * @returns what was given up with it, in cents
 * @throws RuleError, UnauthenticatedError as `deleteAccount`
 */
export async function closeAccount({ leaver, givenUp, isTold, record }: Closing): Promise<Cents> {
  const { id, role } = leaver
  // No password fits this hash. It is a real one, because a login with anything else would be an error.
  const unusable = await hashPassword(newSecret())
  const moment = now()
  return transaction(async (tx) => {
    await lockForClosing(tx, id)
    // The videos go first, so that nobody orders another gift while open payments are looked for.
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
 * Waits until no top-up and no subscription of theirs is being settled: its money is where it belongs then, or settlement finds
 * the account closed. Declined ones too, because late proof would still credit them. All in one order, as settlement locks them.
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

/** @returns what is given up with the account, in cents */
async function refuseWhatIsOpen(tx: Tx, { id, role }: Closing['leaver'], givenUp: GivenUp): Promise<Cents> {
  if (!needsKyc(role)) throw new RuleError('staff_account.close', 409)
  const open = await tx.kysely
    .selectNoFrom((eb) => [
      eb.exists(openPaymentsOf(eb, id)).as('payment'),
      eb.exists(tracksInUse(eb, id)).as('use'),
    ])
    .executeTakeFirstOrThrow()
  // After the payments: money of one that is settled in between is seen in the wallet.
  const remainder = await remainderOf(tx, id, givenUp)
  if (open.payment) throw new RuleError('payment_open', 409)
  if (open.use) throw new RuleError('tracks_in_use', 409)
  return remainder
}

type Tables = ExpressionBuilder<DB, never>

/** Selects payments that may still bring money to this person, or that they made. */
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

/** Selects a musician's tracks that a running month uses, because they earn until it ends. Their own videos do not count. */
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
 * Has the person told by mail that their account is deleted. Called before their identity is erased: the address goes with the job,
 * because nothing else has it afterwards.
 */
async function tellDeletion(tx: Tx, userId: string): Promise<void> {
  const { email, firstName, locale } = await tx.kysely
    .selectFrom('appUser')
    .select(['email', 'firstName', 'locale'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  await enqueue(tx, mailDeletionJob, { mailId: newId(), userId, email, firstName, locale })
}
