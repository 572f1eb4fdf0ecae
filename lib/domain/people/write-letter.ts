import type { LetterTopic } from '#lib/contract/people/constants.ts'
import { now } from '#lib/core/clock.ts'
import { env } from '#lib/core/env.ts'
import { NotFoundError } from '#lib/core/errors.ts'
import { idOfAttempt } from '#lib/core/ids.ts'
import { enqueue, transaction } from '#lib/core/outbox.ts'
import { recordAudit } from '#lib/domain/audit/commands.ts'
import { sendMailJob } from '#lib/domain/mail/jobs.ts'

export type Letter = {
  readonly id: string
  readonly by: { readonly id: string }
  readonly address: string
  readonly topic: LetterTopic
  readonly text: string
  /** Repeating the same letter with the same key sends one letter. */
  readonly idempotencyKey?: string | null
}

/**
 * Mails a person a letter in their language, and stores it. The audit has the topic without the text, because
 * audit rows are never erased.
 * @returns the letter's id, which is the mail's
 * @throws NotFoundError also for a closed account
 */
export async function writeLetter(letter: Letter): Promise<{ id: string }> {
  const { id: userId, by, address, topic, text } = letter
  const id = idOfAttempt(env.AUTH_SECRET, 'letter', letter.idempotencyKey, [by.id, userId, topic, text])
  await transaction(async (tx) => {
    const to = await tx.kysely
      .selectFrom('appUser')
      .select('id')
      .where('id', '=', userId)
      .where('deletedAt', 'is', null)
      .forKeyShare()
      .executeTakeFirst()
    if (!to) throw new NotFoundError()
    const added = await tx.kysely
      .insertInto('deskLetter')
      .values({ id, userId, topic, text, writtenBy: by.id, createdAt: now() })
      // The same letter was sent again.
      .onConflict((conflict) => conflict.column('id').doNothing())
      .executeTakeFirst()
    if (added.numInsertedOrUpdatedRows !== 1n) return
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
