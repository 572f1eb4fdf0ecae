import { newId } from '#lib/core/ids.ts'
import { enqueue, type Tx } from '#lib/core/outbox.ts'
import { sendMailJob } from './jobs.ts'
import type { TemplateData, TemplateName } from './templates.ts'

/**
 * Mails that may be queued: without secret links, which must not be in a queue. Mails with links are created
 * when they are sent (for example lib/domain/accounts/mailed-links.ts).
 */
export type QueuedTemplate = Exclude<
  TemplateName,
  | 'verify_email'
  | 'reset_password'
  | 'staff_invited'
  | 'withdrawal_requested'
  | 'dispute_opened'
  | 'dispute_answered'
  | 'dispute_resolved'
  | 'dispute_declined'
>

/** Sends a mail after the commit, in the user's language. An erased user gets none. */
export async function sendMail<T extends QueuedTemplate>(
  tx: Tx,
  mail: { userId: string; template: T; data: TemplateData<T> },
): Promise<void> {
  await enqueue(tx, sendMailJob, { mailId: newId(), ...mail })
}

/** Mails every active super admin with a verified email: an open invitation may have a wrong address. */
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
