import { lockName } from '#lib/core/advisory-lock.ts'
import { now } from '#lib/core/clock.ts'
import { env } from '#lib/core/env.ts'
import { RuleError } from '#lib/core/errors.ts'
import { newId } from '#lib/core/ids.ts'
import { log } from '#lib/core/log.ts'
import { type Tx, transaction } from '#lib/core/outbox.ts'
import { createLink, endLinks, endOlderLinks } from '#lib/domain/accounts/mailed-links.ts'
import { recordAudit } from '#lib/domain/audit/commands.ts'
import { deliver, findRecipient } from '#lib/domain/mail/deliver.ts'
import { templates } from '#lib/domain/mail/templates.ts'
import { lockStaff, withdraw } from './commands.ts'
import { type Invited, openStaffAccount } from './open-account.ts'

/** `link` is set if no mail could be sent: the operator passes it on. */
export type FirstInvitation = { readonly link?: string }

/**
 * Invites the first super admin, by an operator's command; others are invited at the desk. Until a password
 * is chosen, a repetition with the same email creates another link. The audit has no actor.
 * @param person `email` in lower case, as in the call's schema
 * @throws RuleError super_admin_exists (409) if another super admin is active, too_many_links (429)
 * @throws ValidationError on `email` and `username` if another account has them
 */
export async function inviteFirstSuperAdmin(person: Omit<Invited, 'role'>): Promise<FirstInvitation> {
  const id =
    (await transaction((tx) => findInvited(tx, person.email))) ??
    (await openStaffAccount({ ...person, role: 'super_admin' }, { by: null }, refuseSecond))
  return sendLink(id, person.email)
}

/**
 * Withdraws an invitation to a wrong address, by an operator's command. Releases the name and ends the link.
 * @param email in upper or lower case
 * @throws RuleError not_invited (404) if no super admin has this email, has_joined (409)
 */
export async function withdrawFirstSuperAdmin(email: string): Promise<void> {
  await transaction(async (tx) => {
    const person = await tx.kysely
      .selectFrom('appUser')
      .select('id')
      .where('email', '=', email.trim().toLowerCase())
      .where('role', '=', 'super_admin')
      .where('deletedAt', 'is', null)
      .limit(1)
      .executeTakeFirst()
    if (!person) throw new RuleError('not_invited', 404)
    await endLinks(tx, person.id)
    const { member } = await lockStaff(tx, person.id)
    await withdraw(tx, member, { actor: null })
  })
}

/**
 * Finds an earlier invitation without a chosen password, and audits the new link.
 * @returns undefined if no super admin is active
 */
async function findInvited(tx: Tx, email: string): Promise<string | undefined> {
  const [found, ...others] = await lockSuperAdmins(tx)
  if (found === undefined) return undefined
  if (others.length > 0 || found.email !== email || found.isEmailVerified) throw superAdminExists()
  await recordAudit(tx, {
    actor: null,
    action: 'staff.invited',
    subject: { type: 'user', id: found.id },
    after: { role: 'super_admin', by: 'command', again: true },
  })
  return found.id
}

/** Refuses another super admin: the second of two concurrent commands finds the account of the first. */
async function refuseSecond(tx: Tx, userId: string): Promise<void> {
  const active = await lockSuperAdmins(tx)
  if (active.some(({ id }) => id !== userId)) throw superAdminExists()
}

/** Lists active super admins, and one created in this transaction. Other commands wait until it ends. */
async function lockSuperAdmins(tx: Tx) {
  await lockName(tx.client, 'first-super-admin')
  return tx.kysely
    .selectFrom('appUser')
    .select(['id', 'email', 'isEmailVerified'])
    .where('role', '=', 'super_admin')
    .where('isActive', '=', true)
    .where('deletedAt', 'is', null)
    .execute()
}

const superAdminExists = () => new RuleError('super_admin_exists', 409)

/**
 * Mails the link at once, because no worker may be running yet. `link` is set if no server accepted the mail.
 */
async function sendLink(userId: string, email: string): Promise<FirstInvitation> {
  const moment = now()
  const token = await createLink(userId, 'staff_invited', moment)
  const to = await findRecipient(userId)
  if (!token || !to) throw new RuleError('too_many_links', 429)
  const content = { token, email }
  const outcome = await deliver(newId(), 'staff_invited', content, to).catch((error: unknown) => {
    log.warn({ err: error }, 'the invitation of the first super admin could not be mailed')
    return 'failed'
  })
  await endOlderLinks(token, moment)
  if (outcome === 'delivered') return {}
  return { link: `${env.PUBLIC_URL}${templates.staff_invited.content(content).path}` }
}
