import type { BegunSecondFactor, ConfirmedSecondFactor } from '#lib/contract/accounts/second-factor.ts'
import { now } from '#lib/core/clock.ts'
import { firstRow, rows } from '#lib/core/db.ts'
import { RuleError } from '#lib/core/errors.ts'
import { normaliseSpokenCode } from '#lib/core/ids.ts'
import { type Tx, transaction } from '#lib/core/outbox.ts'
import { sealing } from '#lib/core/sealing.ts'
import { recordAudit } from '#lib/domain/audit/commands.ts'
import { SecondFactorWrongError } from '../errors.ts'
import type { Actor } from '../schema.ts'
import { endSessions } from '../sessions.ts'
import { sealedFor } from './prove.ts'
import { issueRecoveryCodes } from './recovery-codes.ts'
import { newTotpSecret, stepOfCode, totpUri } from './totp.ts'

const alreadyEnrolled = () =>
  new RuleError('second_factor_enrolled', 'Your authenticator app is set up already.', 409)

/**
 * Makes a secret for an authenticator app, in place of one that was never confirmed.
 * @throws RuleError second_factor_enrolled (409): an app in use is not replaced by whoever holds a session
 */
export function beginEnrolment(actor: Pick<Actor, 'id'>): Promise<BegunSecondFactor> {
  const secret = newTotpSecret()
  return transaction(async ({ client }) => {
    const made = await rows(
      client,
      `INSERT INTO second_factor (user_id, secret, created_at) VALUES ($1, $2, $3)
       ON CONFLICT (user_id) DO UPDATE SET secret = $2, created_at = $3 WHERE second_factor.confirmed_at IS NULL
       RETURNING 1`,
      [actor.id, sealing().seal(secret, sealedFor(actor.id)), now()],
    )
    if (made.length === 0) throw alreadyEnrolled()
    const person = await firstRow<{ email: string }>(client, 'SELECT email FROM app_user WHERE id = $1', [
      actor.id,
    ])
    return { secret, uri: totpUri(secret, person?.email ?? '') }
  })
}

type Begun = { secret: Uint8Array; confirmed_at: Date | null }

/**
 * Confirms the app by a code of it. The session in which that is done goes on as a proven one, all others end.
 * @returns the recovery codes, which nobody can ask for again
 * @throws RuleError second_factor_not_begun (409), second_factor_enrolled (409)
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
    const begun = await firstRow<Begun>(
      tx.client,
      'SELECT secret, confirmed_at FROM second_factor WHERE user_id = $1 FOR UPDATE',
      [actor.id],
    )
    if (!begun) throw new RuleError('second_factor_not_begun', 'Open this page again for a new QR code.', 409)
    if (begun.confirmed_at) throw alreadyEnrolled()
    const secret = sealing().open(begun.secret, sealedFor(actor.id))
    const step = stepOfCode(secret, normaliseSpokenCode(code), moment)
    if (step === null) throw new SecondFactorWrongError()
    await rows(tx.client, 'UPDATE second_factor SET confirmed_at = $2, last_step = $3 WHERE user_id = $1', [
      actor.id,
      moment,
      step,
    ])
    await keepSession(tx, actor, moment)
    await recordAudit(tx, {
      actor,
      action: 'account.second_factor_enrolled',
      subject: { type: 'user', id: actor.id },
      address,
    })
    return { recovery_codes: await issueRecoveryCodes(tx.client, actor.id) }
  })
}

/** Whatever else is signed in was not asked for a code. */
async function keepSession(tx: Tx, { id, sessionId }: Pick<Actor, 'id' | 'sessionId'>, moment: Date) {
  await rows(tx.client, 'UPDATE session SET second_factor_at = $2 WHERE id = $1', [sessionId, moment])
  const others = await rows<{ id: string }>(
    tx.client,
    'SELECT id FROM session WHERE user_id = $1 AND id <> $2 AND revoked_at IS NULL',
    [id, sessionId],
  )
  await endSessions(tx, { sessionIds: others.map((one) => one.id) }, 'second_factor_enrolled', moment)
}

/** Forgets somebody's app and recovery codes. @returns whether there was an app in use */
export async function removeSecondFactor(tx: Tx, userId: string): Promise<boolean> {
  const removed = await rows<{ confirmed_at: Date | null }>(
    tx.client,
    'DELETE FROM second_factor WHERE user_id = $1 RETURNING confirmed_at',
    [userId],
  )
  return removed.some(({ confirmed_at }) => confirmed_at !== null)
}
