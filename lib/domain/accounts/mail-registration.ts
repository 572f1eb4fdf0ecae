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
 * The worker's part of a registration: mails the link that opens the account, or a notice to the owner of an
 * existing account.
 * @throws Error if the mail server does not answer
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

/** Mails the account's owner that somebody registered with the email. No link is created. */
async function mailOwner(account: Account): Promise<void> {
  const to = account.isActive ? await findRecipient(account.id) : undefined
  if (to) await deliver(newId(), 'account_exists', {}, to)
}

/** If the mail fails, its link is deleted. @throws Error if the mail server does not answer */
export async function mailRegistrationLink(to: Recipient, moment: Date): Promise<void> {
  // Created before the mail leaves, so that the link works at once.
  const token = await createRegistrationLink(to.id, moment)
  try {
    await deliver(newId(), 'verify_email', { token, email: to.email }, to)
  } catch (error) {
    await dropRegistrationLink(token)
    throw error
  }
}

/** Requests older than this are dropped. */
const STATUS_SECONDS = 60 * 60

/**
 * The worker's part of a status request: mails the email's owner whether they can sign in.
 * @throws Error if the mail server does not answer
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
