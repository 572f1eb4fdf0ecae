import { newId } from '#lib/core/ids.ts'
import { enqueue, type Tx } from '#lib/core/outbox.ts'
import { sendMailJob } from './jobs.ts'
import type { TemplateData, TemplateName } from './templates.ts'

/** Links are secret: they are made where they are mailed (lib/domain/accounts/mailed-links.ts, lib/domain/payouts/mail-withdrawal.ts), and lie in no queue. */
export type QueuedTemplate = Exclude<
  TemplateName,
  'verify_email' | 'reset_password' | 'staff_invited' | 'withdrawal_requested'
>

/**
 * Mails somebody once the transaction has committed, in their own language, to the address they have by then. Nothing is
 * sent where they have erased their identity.
 *
 * A new mail needs three things: its data and link in templates.ts, and its sentences in sentences/en.ts and sw.ts.
 */
export async function sendMail<T extends QueuedTemplate>(
  tx: Tx,
  mail: { userId: string; template: T; data: TemplateData<T> },
): Promise<void> {
  await enqueue(tx, sendMailJob, { mailId: newId(), ...mail })
}

/**
 * As `sendMail`, to all who can do something about it: every super admin whose account is open and who has joined. Until an
 * invitation is answered nobody knows that its address is the right one.
 */
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
