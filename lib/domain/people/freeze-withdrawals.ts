import { now } from '#lib/core/clock.ts'
import { transaction } from '#lib/core/outbox.ts'
import { recordAudit } from '#lib/domain/audit/commands.ts'
import { sendMail } from '#lib/domain/mail/commands.ts'
import { tellOwner } from '#lib/domain/payouts/rows.ts'
import { lockContestant, type PersonChange } from '#lib/domain/profiles/account-activation.ts'

/**
 * Freezes a person's withdrawals: none can be requested, and pending ones are not sent. Withdrawals already
 * at M-Pesa continue. A mail notifies the owner, without the reason. Idempotent.
 * @throws NotFoundError also for a closed account
 * @throws RuleError staff_account (409)
 */
export async function freezeWithdrawals({ id, by, address, reason }: PersonChange): Promise<void> {
  await transaction(async (tx) => {
    const { withdrawalsFrozenAt } = await lockContestant(tx, id)
    if (withdrawalsFrozenAt) return
    await tx.kysely
      .updateTable('appUser')
      .set({ withdrawalsFrozenAt: now(), withdrawalsFrozenWhy: reason })
      .where('id', '=', id)
      .execute()
    await recordAudit(tx, {
      actor: by,
      action: 'account.withdrawals_frozen',
      subject: { type: 'user', id },
      after: { reason },
      address,
    })
    await sendMail(tx, { userId: id, template: 'withdrawals_frozen', data: {} })
    await tellOwner(tx, id)
  })
}

/** Ends a freeze; the worker then sends due withdrawals. Idempotent. @throws as `freezeWithdrawals` */
export async function unfreezeWithdrawals({ id, by, address, reason }: PersonChange): Promise<void> {
  await transaction(async (tx) => {
    const { withdrawalsFrozenAt } = await lockContestant(tx, id)
    if (!withdrawalsFrozenAt) return
    await tx.kysely
      .updateTable('appUser')
      .set({ withdrawalsFrozenAt: null, withdrawalsFrozenWhy: '' })
      .where('id', '=', id)
      .execute()
    await recordAudit(tx, {
      actor: by,
      action: 'account.withdrawals_unfrozen',
      subject: { type: 'user', id },
      after: { reason },
      address,
    })
    await sendMail(tx, { userId: id, template: 'withdrawals_unfrozen', data: {} })
    await tellOwner(tx, id)
  })
}
