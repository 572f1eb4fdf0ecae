import type { z } from 'zod'
import { newId } from '#lib/core/ids.ts'
import { enqueue, type Tx } from '#lib/core/outbox.ts'
import { deliver } from '#lib/domain/mail/deliver.ts'
import { toMailLocale } from '#lib/domain/mail/schema.ts'
import { mailDeletionJob } from './jobs.ts'

/**
 * Has the person told by mail that their account is deleted. Called before their identity is erased: the address goes with the job,
 * because nothing else has it afterwards.
 */
export async function tellDeletion(tx: Tx, userId: string): Promise<void> {
  const { email, firstName, locale } = await tx.prisma.user.findUniqueOrThrow({
    where: { id: userId },
    select: { email: true, firstName: true, locale: true },
  })
  await enqueue(tx, mailDeletionJob, { mailId: newId(), userId, email, firstName, locale })
}

/**
 * The worker's part of `tellDeletion`.
 * @throws Error where the mail server is away
 */
export async function mailDeletion(job: z.output<typeof mailDeletionJob.schema>): Promise<void> {
  const { mailId, userId, email, firstName, locale } = job
  await deliver(mailId, 'account_deleted', {}, { id: userId, email, firstName, locale: toMailLocale(locale) })
}
