import type { Selectable } from 'kysely'
import type { BegunSecondFactor, ConfirmedSecondFactor } from '#lib/contract/accounts/second-factor.ts'
import { addSeconds, now } from '#lib/core/clock.ts'
import { RuleError } from '#lib/core/errors.ts'
import type { SecondFactor } from '#lib/core/generated/kysely/tables.ts'
import { normaliseSpokenCode } from '#lib/core/ids.ts'
import { countRows } from '#lib/core/kysely.ts'
import { type Tx, transaction } from '#lib/core/outbox.ts'
import { sealing } from '#lib/core/sealing.ts'
import { recordAudit } from '#lib/domain/audit/commands.ts'
import { SecondFactorWrongError } from '../errors.ts'
import type { Actor } from '../schema.ts'
import { endSessions } from '../sessions.ts'
import { sealedFor } from './prove.ts'
import { issueRecoveryCodes } from './recovery-codes.ts'
import { newTotpSecret, stepOfCode, totpUri } from './totp.ts'

const alreadyEnrolled = () => new RuleError('second_factor_enrolled', 409)

/**
 * Creates a secret for the authenticator app; replaces an unconfirmed one.
 * @throws RuleError second_factor_enrolled (409): a session must not replace an app in use
 */
export function beginEnrolment(actor: Pick<Actor, 'id'>): Promise<BegunSecondFactor> {
  const secret = newTotpSecret()
  return transaction(async (tx) => {
    const factor = { secret: sealing().seal(secret, sealedFor(actor.id)), createdAt: now() }
    const made = await tx.kysely
      .insertInto('secondFactor')
      .values({ userId: actor.id, ...factor })
      .onConflict((conflict) =>
        conflict.column('userId').doUpdateSet(factor).where('secondFactor.confirmedAt', 'is', null),
      )
      .executeTakeFirst()
    if (made.numInsertedOrUpdatedRows === 0n) throw alreadyEnrolled()
    const person = await tx.kysely
      .selectFrom('appUser')
      .select('email')
      .where('id', '=', actor.id)
      .executeTakeFirst()
    return { secret, uri: totpUri(secret, person?.email ?? '') }
  })
}

/** How long the session that confirmed may confirm again, in case the answer was lost. */
const ANSWER_LOST_SECONDS = 15 * 60

/**
 * Confirms the app by its code. The current session counts as proven, all others end. After a lost answer
 * this session may confirm again within ANSWER_LOST_SECONDS, and gets new recovery codes.
 * @returns the recovery codes, shown once; former ones are void
 * @throws RuleError second_factor_not_started (409), second_factor_enrolled (409)
 * @throws SecondFactorWrongError
 */
export function confirmEnrolment(confirmation: {
  actor: Pick<Actor, 'id' | 'sessionId'>
  code: string
  address: string
}): Promise<ConfirmedSecondFactor> {
  const { actor, code, address } = confirmation
  return transaction(async (tx) => {
    const moment = now()
    const begun = await tx.kysely
      .selectFrom('secondFactor')
      .select(['secret', 'confirmedAt', 'lastStep'])
      .where('userId', '=', actor.id)
      .forUpdate()
      .executeTakeFirst()
    if (!begun) throw new RuleError('second_factor_not_started', 409)
    const secret = sealing().open(begun.secret, sealedFor(actor.id))
    const step = stepOfCode(secret, normaliseSpokenCode(code), moment)
    const former = begun.confirmedAt
    if (former && !(await isAskedAgain(tx, actor, { ...begun, confirmedAt: former }, step, moment)))
      throw alreadyEnrolled()
    if (step === null) throw new SecondFactorWrongError()
    await tx.kysely
      .updateTable('secondFactor')
      .set({ confirmedAt: former ?? moment, lastStep: step })
      .where('userId', '=', actor.id)
      .execute()
    if (!former) await keepSession(tx, actor, moment)
    await recordAudit(tx, {
      actor,
      action: 'account.second_factor_enrolled',
      subject: { type: 'user', id: actor.id },
      address,
    })
    return { recovery_codes: await issueRecoveryCodes(tx, actor.id) }
  })
}

type Confirmed = Pick<Selectable<SecondFactor>, 'lastStep'> & { confirmedAt: Date }

/**
 * Whether the answer to a confirmation was lost: the same session confirms again in time with a valid code,
 * and no recovery code was used. The code of the first confirmation is valid again. The caller has locked the
 * factor's row: of two concurrent calls the second voids the first one's recovery codes.
 */
async function isAskedAgain(
  tx: Tx,
  { id, sessionId }: Pick<Actor, 'id' | 'sessionId'>,
  { confirmedAt, lastStep }: Confirmed,
  step: number | null,
  moment: Date,
): Promise<boolean> {
  if (step === null || step < lastStep) return false
  if (addSeconds(confirmedAt, ANSWER_LOST_SECONDS) <= moment) return false
  // Only the session that confirmed has this time; one that a login proved has another.
  const own = await countRows(
    tx.kysely.selectFrom('session').where('id', '=', sessionId).where('secondFactorAt', '=', confirmedAt),
  )
  if (own === 0) return false
  return (
    (await countRows(
      tx.kysely.selectFrom('recoveryCode').where('userId', '=', id).where('usedAt', 'is not', null),
    )) === 0
  )
}

/** Marks the session as proven, and ends the user's other sessions. */
async function keepSession(tx: Tx, { id, sessionId }: Pick<Actor, 'id' | 'sessionId'>, moment: Date) {
  await tx.kysely.updateTable('session').set({ secondFactorAt: moment }).where('id', '=', sessionId).execute()
  const others = await tx.kysely
    .selectFrom('session')
    .select('id')
    .where('userId', '=', id)
    .where('id', '<>', sessionId)
    .where('revokedAt', 'is', null)
    .execute()
  await endSessions(tx, { sessionIds: others.map((one) => one.id) }, 'second_factor_enrolled', moment)
}

/** @returns whether an app was in use */
export async function removeSecondFactor(tx: Tx, userId: string): Promise<boolean> {
  const removed = await tx.kysely
    .deleteFrom('secondFactor')
    .where('userId', '=', userId)
    .returning('confirmedAt')
    .executeTakeFirst()
  return removed !== undefined && removed.confirmedAt !== null
}
