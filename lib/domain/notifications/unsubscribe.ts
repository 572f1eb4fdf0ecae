import { type NotificationKind, notificationKinds } from '#lib/contract/notifications/constants.ts'
import { transaction } from '#lib/core/outbox.ts'
import { keepChoices } from './commands.ts'
import { badLink } from './errors.ts'
import { unfollow } from './followers.ts'
import { readUnsubscribeToken } from './links.ts'

/**
 * Stops mails without a login; also pending ones, because the choice is checked before sending. Idempotent.
 * @param everything whether to stop all optional mails, or only the token's kinds
 * @returns the stopped kinds; none for a follower
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
    // The user may have been deleted.
    const person = await tx.kysely
      .selectFrom('appUser')
      .select('id')
      .where('id', '=', of.id)
      .executeTakeFirst()
    if (person) await keepChoices(tx, person.id, kinds, 'mail', false)
  })
  return kinds
}
