import type { Selectable } from 'kysely'
import { now } from '#lib/core/clock.ts'
import type { SecondFactor } from '#lib/core/generated/kysely/tables.ts'
import { normaliseSpokenCode } from '#lib/core/ids.ts'
import { type Tx, transaction } from '#lib/core/outbox.ts'
import { sealing } from '#lib/core/sealing.ts'
import { recordAudit } from '#lib/domain/audit/commands.ts'
import { SecondFactorRequiredError, SecondFactorWrongError } from '../errors.ts'
import { spendRecoveryCode } from './recovery-codes.ts'
import { stepOfCode } from './totp.ts'

/** What a sealed secret belongs to: it opens for its own person alone. */
export const sealedFor = (userId: string) => `second factor of ${userId}`

type Factor = Pick<Selectable<SecondFactor>, 'secret' | 'lastStep'>

/**
 * Asks somebody whose password was right for the second factor that they have set up. A code is taken once: of two at the
 * same time, one.
 * @param typed a code of the app, or a recovery code
 * @throws SecondFactorRequiredError where nothing was typed
 * @throws SecondFactorWrongError
 */
export function proveSecondFactor(
  user: { id: string },
  typed: string | undefined,
  address: string,
): Promise<void> {
  return transaction(async (tx) => {
    const factor = await tx.kysely
      .selectFrom('secondFactor')
      .select(['secret', 'lastStep'])
      .where('userId', '=', user.id)
      .where('confirmedAt', 'is not', null)
      .forUpdate()
      .executeTakeFirst()
    // Reset in this moment, or nothing was typed: asked again, they are let in or shown what is to be done.
    if (!factor || !typed) throw new SecondFactorRequiredError()
    // People type a blank in the middle.
    const code = normaliseSpokenCode(typed)
    const isTaken = /^\d{6}$/.test(code)
      ? await spendStep(tx, user.id, factor, code)
      : await spendRecovery(tx, user.id, code, address)
    if (!isTaken) throw new SecondFactorWrongError()
  })
}

/** Takes the code of a step that is newer than the last one taken. */
async function spendStep(tx: Tx, userId: string, factor: Factor, code: string): Promise<boolean> {
  const step = stepOfCode(sealing().open(factor.secret, sealedFor(userId)), code, now())
  if (step === null || step <= factor.lastStep) return false
  await tx.kysely.updateTable('secondFactor').set({ lastStep: step }).where('userId', '=', userId).execute()
  return true
}

async function spendRecovery(tx: Tx, userId: string, code: string, address: string): Promise<boolean> {
  const left = await spendRecoveryCode(tx, userId, code, now())
  if (left === null) return false
  await recordAudit(tx, {
    actor: { id: userId },
    action: 'account.recovery_code_used',
    subject: { type: 'user', id: userId },
    after: { recovery_codes_left: left },
    address,
  })
  return true
}
