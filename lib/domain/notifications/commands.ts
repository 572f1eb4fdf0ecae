import { sql } from 'kysely'
import type { NotificationChoices } from '#lib/contract/notifications/calls.ts'
import type { NotificationChannel, NotificationKind } from '#lib/contract/notifications/constants.ts'
import { now } from '#lib/core/clock.ts'
import { newId } from '#lib/core/ids.ts'
import { anyOf } from '#lib/core/kysely.ts'
import { emit, enqueue, type Tx, transaction } from '#lib/core/outbox.ts'
import { membersChanged } from '#lib/domain/accounts/events.ts'
import { lockLiveAccount } from '#lib/domain/accounts/live-account.ts'
import type { Actor } from '#lib/domain/accounts/schema.ts'
import { templates } from '#lib/domain/mail/templates.ts'
import { deliverNotificationsJob } from './jobs.ts'
import { dueAt } from './policy.ts'
import { countUnread, getChoices } from './queries.ts'
import { kindOfTemplate, type News } from './schema.ts'

const BATCH = 500

/**
 * Notifies users after the commit: in the product at once; by mail and push if chosen, outside quiet hours,
 * combined with other due notifications. Notifies once per occasion.
 *
 * A new kind needs its name in lib/contract/notifications/constants.ts and the schema's enum, a mail, a line
 * in `kindOfTemplate` (schema.ts), and roles in policy.ts.
 */
export async function notify(tx: Tx, ...news: readonly News[]): Promise<void> {
  for (let from = 0; from < news.length; from += BATCH) await insert(tx, news.slice(from, from + BATCH))
}

async function insert(tx: Tx, news: readonly News[]): Promise<void> {
  const at = now()
  const told = await tx.kysely
    .insertInto('notification')
    .values(
      news.map(({ userId, occasion, template, data }) => {
        const kind = kindOfTemplate[template]
        const due = dueAt(kind, at)
        return {
          id: newId(),
          userId,
          kind,
          occasion,
          template,
          data: JSON.stringify(templates[template].schema.parse(data)),
          createdAt: at,
          mailDueAt: due,
          pushDueAt: due,
        }
      }),
    )
    .onConflict((conflict) => conflict.columns(['userId', 'kind', 'occasion']).doNothing())
    .returning(['userId', 'mailDueAt'])
    .execute()
  if (told.length === 0) return
  await emit(tx, membersChanged, { user_ids: idsOf(told) })
  // The scheduled run sends notifications that are due later.
  const due = told.filter(({ mailDueAt }) => mailDueAt !== null && mailDueAt <= at)
  if (due.length > 0) await enqueue(tx, deliverNotificationsJob, { userIds: idsOf(due) })
}

function idsOf(rows: readonly { userId: string }[]): string[] {
  return [...new Set(rows.map(({ userId }) => userId))]
}

/** Marks the given notifications, or all, as read. @returns how many stay unread */
export async function markRead(userId: string, ids?: readonly string[]): Promise<number> {
  await transaction(async (tx) => {
    const read = await tx.kysely
      .updateTable('notification')
      .set({ readAt: now() })
      .where('userId', '=', userId)
      .where('readAt', 'is', null)
      .$if(ids !== undefined, (all) => all.where('id', '=', anyOf(ids ?? [])))
      .executeTakeFirst()
    if (read.numUpdatedRows > 0n) await emit(tx, membersChanged, { user_ids: [userId] })
  })
  return countUnread(userId)
}

/**
 * Stores a user's choice, which also applies to pending notifications. @returns all choices
 * @throws UnauthenticatedError if the account was closed meanwhile
 */
export async function choose(
  actor: Pick<Actor, 'id' | 'role'>,
  choice: { kind: NotificationKind; channel: NotificationChannel; isOn: boolean },
): Promise<NotificationChoices> {
  await transaction(async (tx) => {
    await lockLiveAccount(tx, actor.id)
    await keepChoices(tx, actor.id, [choice.kind], choice.channel, choice.isOn)
  })
  return getChoices(actor)
}

export async function keepChoices(
  tx: Tx,
  userId: string,
  kinds: readonly NotificationKind[],
  channel: NotificationChannel,
  isOn: boolean,
): Promise<void> {
  if (kinds.length === 0) return
  await tx.kysely
    .insertInto('notificationChoice')
    .values(kinds.map((kind) => ({ userId, kind, channel, isOn, changedAt: now() })))
    .onConflict((conflict) =>
      conflict
        .columns(['userId', 'kind', 'channel'])
        .doUpdateSet({ isOn, changedAt: sql`excluded.changed_at` }),
    )
    .execute()
}
