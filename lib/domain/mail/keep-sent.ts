import { now } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import { kysely } from '#lib/core/kysely.ts'

/**
 * Records a mail for the user's page at the desk; idempotent. Skips recipients whose account is closed, or
 * who have none.
 */
export async function noteSentMail(mail: {
  id: string
  userId: string
  template: string
  isRefused: boolean
}): Promise<void> {
  const books = kysely(db())
  await books
    .insertInto('sentMail')
    .columns(['id', 'userId', 'template', 'isRefused', 'sentAt'])
    .expression(
      books
        .selectFrom('appUser')
        .select((eb) => [
          eb.cast<string>(eb.val(mail.id), 'uuid').as('id'),
          'appUser.id as userId',
          eb.cast<string>(eb.val(mail.template), 'text').as('template'),
          eb.cast<boolean>(eb.val(mail.isRefused), 'boolean').as('isRefused'),
          eb.cast<Date>(eb.val(now()), 'timestamptz').as('sentAt'),
        ])
        .where('id', '=', mail.userId)
        .where('deletedAt', 'is', null),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
