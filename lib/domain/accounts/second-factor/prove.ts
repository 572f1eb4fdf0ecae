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

/** Binds a sealed secret to its user. */
export const sealedFor = (userId: string) => `second factor of ${userId}`

type Factor = Pick<Selectable<SecondFactor>, 'secret' | 'lastStep'>

/**
 * Checks the second factor of a user whose password was right. Of two concurrent uses of a code one succeeds.
 * @param typed a code of the app, or a recovery code
 * @throws SecondFactorRequiredError if nothing was typed
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
    // Nothing was typed, or the factor was reset meanwhile, which the next login attempt finds out.
    if (!factor || !typed) throw new SecondFactorRequiredError()
    // Removes the blank that people type in the middle of a code.
    const code = normaliseSpokenCode(typed)
    const isTaken = /^\d{6}$/.test(code)
      ? await spendStep(tx, user.id, factor, code)
      : await spendRecovery(tx, user.id, code, address)
    if (!isTaken) throw new SecondFactorWrongError()
  })
}

/** Accepts only a code of a newer step than the last accepted one. */
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
