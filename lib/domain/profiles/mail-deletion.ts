import type { z } from 'zod'
import { deliver } from '#lib/domain/mail/deliver.ts'
import { toMailLocale } from '#lib/domain/mail/schema.ts'
import type { mailDeletionJob } from './jobs.ts'

/**
 * Sends the mail that `tellDeletion` enqueues. A separate file, because web has no mail server.
 * @throws Error if the mail server does not answer
 */
export async function mailDeletion(job: z.output<typeof mailDeletionJob.schema>): Promise<void> {
  const { mailId, userId, email, firstName, locale } = job
  await deliver(mailId, 'account_deleted', {}, { id: userId, email, firstName, locale: toMailLocale(locale) })
}
