import { type NotificationKind, notificationKinds } from '#lib/contract/notifications/constants.ts'
import { transaction } from '#lib/core/outbox.ts'
import { keepChoices } from './commands.ts'
import { badLink } from './errors.ts'
import { unfollow } from './followers.ts'
import { readUnsubscribeToken } from './links.ts'

/**
 * Stops mails by the token of one, without a login; at once, because each mail asks as it leaves. Doing it again gives the same
 * answer.
 * @param everything stops all that may be stopped, not only the kinds of that mail
 * @returns the kinds that are stopped; none for a voter who waited for a result
 * @throws RuleError bad_link (400)
 */
export async function unsubscribe(token: string, everything: boolean): Promise<NotificationKind[]> {
  const of = readUnsubscribeToken(token)
  if (!of) throw badLink()
  if (of.who === 'follower') {
    await unfollow(of.id)
    return []
  }
  const kinds = everything ? [...notificationKinds] : [...of.kinds]
  await transaction(async (tx) => {
    // Somebody who has left has no mails to stop.
    const person = await tx.kysely
      .selectFrom('appUser')
      .select('id')
      .where('id', '=', of.id)
      .executeTakeFirst()
    if (person) await keepChoices(tx, person.id, kinds, 'mail', false)
  })
  return kinds
}
