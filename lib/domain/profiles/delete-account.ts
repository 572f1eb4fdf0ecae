import { now } from '#lib/core/clock.ts'
import { db, firstRow, type Queryable } from '#lib/core/db.ts'
import { RuleError, ValidationError } from '#lib/core/errors.ts'
import { newSecret } from '#lib/core/ids.ts'
import { emit, transaction } from '#lib/core/outbox.ts'
import { fitsPassword, hashPassword } from '#lib/domain/accounts/password.ts'
import type { Actor } from '#lib/domain/accounts/schema.ts'
import { endSessions } from '#lib/domain/accounts/sessions.ts'
import { recordAudit } from '#lib/domain/audit/commands.ts'
import { publicContentChanged } from '#lib/domain/challenges/events.ts'
import { needsKyc } from '#lib/domain/kyc/policy.ts'
import { eraseIdentity } from './erase-identity.ts'
import { withdrawWorks } from './withdraw-works.ts'

/**
 * Closes an account for good: the identity is erased with all its files, every session ends. What others need stays
 * under a name that is nobody's: the ledger, and past months with their results.
 * @throws ValidationError on `password`
 * @throws RuleError (409) `staff_account`, `wallet_not_empty`, `payment_open`, `tracks_in_use`
 */
export async function deleteAccount(given: {
  actor: Actor
  password: string
  address: string
}): Promise<void> {
  const { actor, password, address } = given
  await refusePassword(actor.id, password)
  // Nothing fits it: a hash that is none would be an error at the next login.
  const unusable = await hashPassword(newSecret())
  const moment = now()
  await transaction(async (tx) => {
    await firstRow(tx.client, 'SELECT 1 FROM app_user WHERE id = $1 FOR UPDATE', [actor.id])
    // Before it looks for open payments: while it does, nobody orders another gift.
    await withdrawWorks(tx, actor.id, moment)
    await refuseWhatIsOpen(tx.client, actor)
    await eraseIdentity(tx, { id: actor.id, role: actor.role, passwordHash: unusable }, moment)
    await endSessions(tx, { userId: actor.id }, 'account_deleted', moment)
    await recordAudit(tx, {
      actor,
      action: 'account.deleted',
      subject: { type: 'user', id: actor.id },
      address,
    })
    await emit(tx, publicContentChanged, { what: 'videos' })
  })
}

async function refusePassword(userId: string, password: string): Promise<void> {
  const row = await firstRow<{ hash: string }>(
    db(),
    'SELECT password_hash AS hash FROM app_user WHERE id = $1',
    [userId],
  )
  if (!(await fitsPassword(row?.hash, password)))
    throw new ValidationError({ password: ['This is not your password.'] })
}

async function refuseWhatIsOpen(on: Queryable, { id, role }: Actor): Promise<void> {
  if (!needsKyc(role))
    throw new RuleError('staff_account', 'A super admin closes the accounts of staff.', 409)
  const open = await firstRow<{ money: boolean; payment: boolean; use: boolean }>(
    on,
    `SELECT EXISTS (${MONEY}) AS money, EXISTS (${PAYMENTS}) AS payment, EXISTS (${USES}) AS use`,
    [id],
  )
  if (open?.money)
    throw new RuleError('wallet_not_empty', 'There is money in your wallet. Withdraw it first.', 409)
  if (open?.payment)
    throw new RuleError('payment_open', 'A payment is still open. Try again when it is settled.', 409)
  if (open?.use)
    throw new RuleError(
      'tracks_in_use',
      'Dancers are dancing to your tracks this month. You can close your account when the month is over.',
      409,
    )
}

const MONEY = 'SELECT 1 FROM account WHERE owner_id = $1 AND (posted <> 0 OR held <> 0)'

/** Payments that may still bring money to this person, or that they made. */
const PAYMENTS = `SELECT 1 FROM payment_intent i
  LEFT JOIN gift g ON g.intent_id = i.id LEFT JOIN video v ON v.id = g.video_id LEFT JOIN track t ON t.id = v.track_id
  LEFT JOIN subscription_payment p ON p.intent_id = i.id LEFT JOIN subscription s ON s.id = p.subscription_id
  WHERE $1 IN (v.dancer_id, t.musician_id, s.dancer_id)
    AND i.state NOT IN ('credited', 'declined', 'rejected', 'refunded')`

/** A musician's tracks earn as long as a month that uses them runs; a dancer's own videos are taken down. */
const USES = `SELECT 1 FROM track t JOIN challenge c ON c.phase <> 'closed'
  WHERE t.musician_id = $1 AND (
    EXISTS (SELECT 1 FROM video v WHERE v.track_id = t.id AND v.challenge_id = c.id AND v.status <> 'rejected'
      AND v.dancer_id <> $1)
    OR EXISTS (SELECT 1 FROM track_assignment a WHERE a.track_id = t.id AND a.challenge_id = c.id
      AND a.status <> 'cancelled'))`
