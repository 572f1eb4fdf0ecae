import type { z } from 'zod'
import { addSeconds, now } from '#lib/core/clock.ts'
import { env } from '#lib/core/env.ts'
import { newId } from '#lib/core/ids.ts'
import { prisma } from '#lib/core/prisma.ts'
import { deliver, findRecipient, type Recipient } from '#lib/domain/mail/deliver.ts'
import type { mailRegistrationJob, mailStatusJob } from './jobs.ts'
import { LINK_SECONDS } from './policy.ts'
import { createRegistrationLink, dropRegistrationLink, findRegistrant } from './registrations.ts'

/**
 * The worker's part of a registration: the link that opens the account, or, where an account has the email, a mail to its
 * owner.
 * @throws Error where the mail server is away
 */
export async function mailRegistration(job: z.output<typeof mailRegistrationJob.schema>): Promise<void> {
  const moment = now()
  if (addSeconds(new Date(job.requestedAt), LINK_SECONDS.verify_email) <= moment) return
  const registrant = await findRegistrant(job.email, moment, job.registrationId)
  if (!registrant) return
  const account = await findAccount(job.email)
  if (account) await mailOwner(account)
  else await mailRegistrationLink(registrant, moment)
}

/** An account has the email: its owner is told that somebody registered with it, the link stays unwritten. */
async function mailOwner(account: Account): Promise<void> {
  const to = account.isActive ? await findRecipient(account.id) : undefined
  if (to) await deliver(newId(), 'account_exists', {}, to)
}

/**
 * Mails a link that opens the account. One that could not go out leaves nothing behind.
 * @throws Error where the mail server is away
 */
export async function mailRegistrationLink(to: Recipient, moment: Date): Promise<void> {
  // Before the mail leaves, so that it works for who opens it at once.
  const token = await createRegistrationLink(to.id, moment)
  try {
    await deliver(newId(), 'verify_email', { token, email: to.email }, to)
  } catch (error) {
    await dropRegistrationLink(token)
    throw error
  }
}

/** Nobody waits any more for an answer that they asked for longer ago. */
const STATUS_SECONDS = 60 * 60

/**
 * The worker's part of asking whether an account can sign in: tells its owner.
 * @throws Error where the mail server is away
 */
export async function mailStatus({ email, askedAt }: z.output<typeof mailStatusJob.schema>): Promise<void> {
  const moment = now()
  if (addSeconds(new Date(askedAt), STATUS_SECONDS) <= moment) return
  const account = await findAccount(email)
  const to = account ? await findRecipient(account.id) : await findRegistrant(email, moment)
  if (to) await deliver(newId(), statusOf(account), {}, to)
}

function statusOf(account: Account | undefined) {
  if (account && !account.isActive) return 'account_inactive' as const
  const isBarred = env.REQUIRE_EMAIL_VERIFICATION && !account?.isEmailVerified
  return isBarred ? ('account_unverified' as const) : ('account_active' as const)
}

type Account = { id: string; isActive: boolean; isEmailVerified: boolean }

async function findAccount(email: string): Promise<Account | undefined> {
  const found = await prisma().user.findUnique({
    where: { email, deletedAt: null },
    select: { id: true, isActive: true, isEmailVerified: true },
  })
  return found ?? undefined
}
