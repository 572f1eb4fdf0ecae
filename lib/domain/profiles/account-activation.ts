import type { ActivatedAccount } from '#lib/contract/accounts/account-activation.ts'
import { now } from '#lib/core/clock.ts'
import { NotFoundError, RuleError } from '#lib/core/errors.ts'
import { type Tx, transaction } from '#lib/core/outbox.ts'
import { say } from '#lib/core/sentence.ts'
import { endSessions } from '#lib/domain/accounts/sessions.ts'
import { recordAudit } from '#lib/domain/audit/commands.ts'
import { bringBackVideos, withdrawVideos } from '#lib/domain/gifts/withdraw-videos.ts'
import { needsKyc } from '#lib/domain/kyc/policy.ts'
import { sendMail } from '#lib/domain/mail/commands.ts'

/** `address` is the client's. */
export type PersonChange = {
  readonly id: string
  readonly by: { readonly id: string }
  readonly address: string
  readonly reason: string
}

/**
 * Ends all sessions of a dancer or musician, and withdraws their videos from the running month
 * (docs/decisions/0005). The wallet stays, and pending withdrawals wait. A musician's songs can still be
 * used, and earn. Idempotent.
 * @throws NotFoundError also for a closed account
 * @throws RuleError staff_account (409)
 */
export async function deactivateAccount({
  id,
  by,
  address,
  reason,
}: PersonChange): Promise<ActivatedAccount> {
  await transaction(async (tx) => {
    if (!(await lockContestant(tx, id)).isActive) return
    const at = now()
    await tx.kysely.updateTable('appUser').set({ isActive: false }).where('id', '=', id).execute()
    const videos = await withdrawVideos(tx, {
      of: { dancerId: id },
      because: 'dancer_inactive',
      sentence: say('removed.account_deactivated').coded,
      at,
    })
    await endSessions(tx, { userId: id }, 'deactivated', at)
    await recordAudit(tx, {
      actor: by,
      action: 'account.deactivated',
      subject: { type: 'user', id },
      before: { is_active: true },
      after: { is_active: false, reason, ...(videos.length > 0 ? { videos } : {}) },
      address,
    })
    await sendMail(tx, { userId: id, template: 'account_deactivated', data: { reason } })
  })
  return { id, is_active: false }
}

/**
 * Reactivates an account, and restores its videos in a running month. Idempotent.
 * @throws NotFoundError also for a closed account
 * @throws RuleError staff_account (409)
 */
export async function activateAccount(change: PersonChange): Promise<ActivatedAccount> {
  const { id, by, address, reason } = change
  await transaction(async (tx) => {
    if ((await lockContestant(tx, id)).isActive) return
    await tx.kysely.updateTable('appUser').set({ isActive: true }).where('id', '=', id).execute()
    await bringBackVideos(tx, id)
    await recordAudit(tx, {
      actor: by,
      action: 'account.activated',
      subject: { type: 'user', id },
      before: { is_active: false },
      after: { is_active: true, reason },
      address,
    })
    await sendMail(tx, { userId: id, template: 'account_activated', data: {} })
  })
  return { id, is_active: true }
}

/**
 * Locks the account before all other rows of its owner. A concurrent approval of a video, or request or
 * sending of a withdrawal (lib/domain/payouts/rows.ts), commits before this or waits for it.
 * @throws NotFoundError also for a closed account
 * @throws RuleError staff_account (409)
 */
export async function lockContestant(tx: Tx, id: string) {
  const found = await tx.kysely
    .selectFrom('appUser')
    .select(['role', 'isActive', 'withdrawalsFrozenAt'])
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!found) throw new NotFoundError()
  if (!needsKyc(found.role)) throw new RuleError('staff_account', 409)
  return found
}
