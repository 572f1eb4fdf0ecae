import { newId } from '#lib/core/ids.ts'
import { enqueue, type Tx } from '#lib/core/outbox.ts'
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
