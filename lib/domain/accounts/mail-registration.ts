import type { z } from 'zod'
import { addSeconds, now } from '#lib/core/clock.ts'
import { env } from '#lib/core/env.ts'
import { RateLimitedError } from '#lib/core/errors.ts'
import { newId, newSecret } from '#lib/core/ids.ts'
import { log } from '#lib/core/log.ts'
import { prisma } from '#lib/core/prisma.ts'
import { hiddenKey, returnPoints, takePoints } from '#lib/core/rate-limit.ts'
import { deliver, findRecipient, type Recipient } from '#lib/domain/mail/deliver.ts'
import type { mailRegistrationJob, mailStatusJob } from './jobs.ts'
import { countRegistrationMail, findRegistrant, startLink, uncountRegistrationMail } from './registrations.ts'
import { LINK_SECONDS } from './schema.ts'

/**
 * The worker's part of a registration: the link that opens the account, or, where an account has the email, a mail to its
 * owner. A registration that was replaced meanwhile gets none.
 * @throws Error where the mail server is away
 */
export async function mailRegistration(job: z.output<typeof mailRegistrationJob.schema>): Promise<void> {
  const moment = now()
  if (addSeconds(new Date(job.requestedAt), LINK_SECONDS.verify_email) <= moment) return
  const registrant = await findRegistrant(job.email, moment)
  if (registrant?.id !== job.registrationId) return
  const account = await findAccount(job.email)
  if (account) await mailOwner(account, job.email, moment)
  else await mailRegistrationLink(registrant, moment)
}

/** An account has the email: its owner is told that somebody registered with it, the link stays unwritten. */
async function mailOwner(account: Account, email: string, moment: Date): Promise<void> {
  const to = account.isActive ? await findRecipient(account.id) : undefined
  if (!to) return
  await mailCounted(email, moment, () => deliver(newId(), 'account_exists', {}, to))
}

/**
 * Mails the link that opens an account, three times an hour at the most; the one before ends with it, and works on where it could not go out.
 * @throws Error where the mail server is away
 */
export async function mailRegistrationLink(to: Recipient, moment: Date): Promise<void> {
  const token = newSecret()
  await mailCounted(to.email, moment, async () => {
    // Before the mail leaves, so that it works for who opens it at once.
    const takeBack = await startLink(to.id, token, moment)
    try {
      await deliver(newId(), 'verify_email', { token, email: to.email }, to)
    } catch (error) {
      await takeBack()
      throw error
    }
  })
}

async function mailCounted(email: string, moment: Date, mail: () => Promise<unknown>): Promise<void> {
  if (!(await countRegistrationMail(email, moment))) {
    log.info('no more mails for this registration in this hour')
    return
  }
  try {
    await mail()
  } catch (error) {
    await uncountRegistrationMail(email, moment)
    throw error
  }
}

/** Nobody waits any more for an answer that they asked for longer ago. */
const STATUS_SECONDS = 60 * 60
const statusMails = { name: 'status-mails', points: 3, seconds: 60 * 60 }

/**
 * The worker's part of asking whether an account can sign in: tells its owner, three times an hour at the most. A mail that
 * could not go out does not count.
 * @throws Error where the mail server is away
 */
export async function mailStatus({ email, askedAt }: z.output<typeof mailStatusJob.schema>): Promise<void> {
  const moment = now()
  if (addSeconds(new Date(askedAt), STATUS_SECONDS) <= moment) return
  const account = await findAccount(email)
  const to = account ? await findRecipient(account.id) : await findRegistrant(email, moment)
  const key = hiddenKey('email', email)
  if (!to || !(await hasLeft(key))) return
  try {
    await deliver(newId(), statusOf(account), {}, to)
  } catch (error) {
    await returnPoints(statusMails, key)
    throw error
  }
}

function statusOf(account: Account | undefined) {
  if (account && !account.isActive) return 'account_inactive' as const
  const isBarred = env.REQUIRE_EMAIL_VERIFICATION && !account?.isEmailVerified
  return isBarred ? ('account_unverified' as const) : ('account_active' as const)
}

async function hasLeft(key: string): Promise<boolean> {
  try {
    await takePoints(statusMails, key)
    return true
  } catch (error) {
    if (error instanceof RateLimitedError) return false
    throw error
  }
}

type Account = { id: string; isActive: boolean; isEmailVerified: boolean }

async function findAccount(email: string): Promise<Account | undefined> {
  const found = await prisma().user.findUnique({
    where: { email, deletedAt: null },
    select: { id: true, isActive: true, isEmailVerified: true },
  })
  return found ?? undefined
}
