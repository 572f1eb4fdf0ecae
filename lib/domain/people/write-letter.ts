import type { LetterTopic } from '#lib/contract/people/constants.ts'
import { now } from '#lib/core/clock.ts'
import { NotFoundError } from '#lib/core/errors.ts'
import { newId } from '#lib/core/ids.ts'
import { enqueue, transaction } from '#lib/core/outbox.ts'
import { recordAudit } from '#lib/domain/audit/commands.ts'
import { sendMailJob } from '#lib/domain/mail/jobs.ts'

export type Letter = {
  readonly id: string
  readonly by: { readonly id: string }
  readonly address: string
  readonly topic: LetterTopic
  readonly text: string
}

/**
 * Mails a person a letter in their language, and stores it. The audit has the topic without the text, because
 * audit rows are never erased.
 * @returns the letter's id, which is the mail's
 * @throws NotFoundError also for a closed account
 */
export async function writeLetter({ id: userId, by, address, topic, text }: Letter): Promise<{ id: string }> {
  const id = newId()
  await transaction(async (tx) => {
    const to = await tx.kysely
      .selectFrom('appUser')
      .select('id')
      .where('id', '=', userId)
      .where('deletedAt', 'is', null)
      .forKeyShare()
      .executeTakeFirst()
    if (!to) throw new NotFoundError()
    await tx.kysely
      .insertInto('deskLetter')
      .values({ id, userId, topic, text, writtenBy: by.id, createdAt: now() })
      .execute()
    await enqueue(tx, sendMailJob, { mailId: id, userId, template: `letter_${topic}`, data: { text } })
    await recordAudit(tx, {
      actor: by,
      action: 'person.written_to',
      subject: { type: 'user', id: userId },
      after: { topic },
      address,
    })
  })
  return { id }
}
