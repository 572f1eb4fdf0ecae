import type { z } from 'zod'
import { addSeconds, now } from '#lib/core/clock.ts'
import { newId } from '#lib/core/ids.ts'
import { log } from '#lib/core/log.ts'
import { prisma } from '#lib/core/prisma.ts'
import { deliver, findRecipient } from '#lib/domain/mail/deliver.ts'
import type { mailLinkJob } from './jobs.ts'
import { mailRegistrationLink } from './mail-registration.ts'
import { createLink, dropLink } from './mailed-links.ts'
import { LINK_SECONDS } from './policy.ts'
import { findRegistrant } from './registrations.ts'
import type { LinkPurpose } from './schema.ts'

/**
 * The worker's part of `requestLink`. Creates the token here, so that no queue and no row contains it. Older
 * links stay valid until one is used, because anybody can request another. If the mail fails, its link is
 * deleted.
 * @throws Error if the mail server does not answer
 */
export async function mailLink({
  email,
  purpose,
  requestedAt,
}: z.output<typeof mailLinkJob.schema>): Promise<void> {
  const moment = now()
  if (addSeconds(new Date(requestedAt), LINK_SECONDS[purpose]) <= moment) return
  const to = await findWaiting(email, purpose)
  if (!to) return mailRegistrant(email, moment)
  const token = await createLink(to.id, purpose, moment)
  if (!token) {
    log.info({ user_id: to.id, purpose }, 'no more links for this account in this hour')
    return
  }
  try {
    await deliver(newId(), purpose, { token, email }, to)
  } catch (error) {
    await dropLink(token)
    throw error
  }
}

/**
 * Mails a registrant who has no account the link that opens it. If an account has the email, the registration
 * is a stranger's and nothing is sent.
 */
async function mailRegistrant(email: string, moment: Date): Promise<void> {
  const account = await prisma().user.findUnique({ where: { email }, select: { id: true } })
  const registrant = account ? undefined : await findRegistrant(email, moment)
  if (registrant) await mailRegistrationLink(registrant, moment)
}

/** The owner of the email's active account, if the link is of use to them. */
async function findWaiting(email: string, purpose: LinkPurpose) {
  const user = await prisma().user.findUnique({
    where: { email, isActive: true, deletedAt: null },
    select: { id: true, isEmailVerified: true },
  })
  // A user who set a password by another link has a verified email, and needs no invitation.
  if (!user || (purpose !== 'reset_password' && user.isEmailVerified)) return undefined
  return findRecipient(user.id)
}
