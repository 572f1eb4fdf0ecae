import { newId } from '#lib/core/ids.ts'
import { enqueue, type Tx } from '#lib/core/outbox.ts'
import { sendMailJob } from './jobs.ts'
import type { TemplateData, TemplateName } from './templates.ts'

/**
 * Secret links must not be in a queue: lib/domain/accounts/mailed-links.ts and
 * lib/domain/payouts/mail-withdrawal.ts create them.
 */
export type QueuedTemplate = Exclude<
  TemplateName,
  | 'verify_email'
  | 'reset_password'
  | 'staff_invited'
  | 'withdrawal_requested'
  | 'dispute_opened'
  | 'dispute_answered'
>

/** Sends a mail after the commit, in the person's language; nothing after an erasure. */
export async function sendMail<T extends QueuedTemplate>(
  tx: Tx,
  mail: { userId: string; template: T; data: TemplateData<T> },
): Promise<void> {
  await enqueue(tx, sendMailJob, { mailId: newId(), ...mail })
}

/** Mails every active super admin who has joined: an open invitation may have a wrong address. */
export async function mailSuperAdmins<T extends QueuedTemplate>(
  tx: Tx,
  template: T,
  data: TemplateData<T>,
): Promise<void> {
  const admins = await tx.kysely
    .selectFrom('appUser')
    .select('id')
    .where('role', '=', 'super_admin')
    .where('isActive', '=', true)
    .where('isEmailVerified', '=', true)
    .orderBy('id')
    .execute()
  for (const { id } of admins) await sendMail(tx, { userId: id, template, data })
}
