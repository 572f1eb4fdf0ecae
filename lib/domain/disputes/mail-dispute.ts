import type { z } from 'zod'
import { db } from '#lib/core/db.ts'
import { kysely } from '#lib/core/kysely.ts'
import { deliver } from '#lib/domain/mail/deliver.ts'
import { toMailLocale } from '#lib/domain/mail/schema.ts'
import type { mailDisputeJob } from './jobs.ts'
import { followToken } from './policy.ts'
import { followDispute } from './queries.ts'

/**
 * Creates the payer's link here, because it is secret and must not be in a queue. @throws Error if the mail
 * server does not answer
 */
export async function mailDispute(job: z.output<typeof mailDisputeJob.schema>): Promise<void> {
  const found = await kysely(db())
    .selectFrom('dispute')
    .select(['id', 'reference', 'email', 'locale'])
    .where('id', '=', job.disputeId)
    .where('email', '<>', '')
    .executeTakeFirst()
  if (!found) return
  const { id, reference, email } = found
  const to = { id, email, firstName: '', locale: toMailLocale(found.locale) }
  const link = { token: followToken(id), reference }
  const text = job.noteId === null ? '' : await readNote(job.noteId)
  if (job.outcome !== null) {
    const { steps } = await followDispute(link.token)
    const refunded = steps.findLast(({ step }) => step === 'refunded')?.amount ?? null
    await deliver(job.mailId, `dispute_${job.outcome}`, { ...link, text, refunded }, to)
  } else if (job.noteId === null) await deliver(job.mailId, 'dispute_opened', link, to)
  else await deliver(job.mailId, 'dispute_answered', { ...link, text }, to)
}

async function readNote(id: string): Promise<string> {
  const { text } = await kysely(db())
    .selectFrom('disputeNote')
    .select('text')
    .where('id', '=', BigInt(id))
    .executeTakeFirstOrThrow()
  return text
}
