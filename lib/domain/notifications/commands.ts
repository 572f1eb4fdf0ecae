import { sql } from 'kysely'
import type { NotificationChoices } from '#lib/contract/notifications/calls.ts'
import type { NotificationChannel, NotificationKind } from '#lib/contract/notifications/constants.ts'
import { now } from '#lib/core/clock.ts'
import { newId } from '#lib/core/ids.ts'
import { emit, enqueue, type Tx, transaction } from '#lib/core/outbox.ts'
import { membersChanged } from '#lib/domain/accounts/events.ts'
import { lockLiveAccount } from '#lib/domain/accounts/live-account.ts'
import type { Actor } from '#lib/domain/accounts/schema.ts'
import { templates } from '#lib/domain/mail/templates.ts'
import { deliverNotificationsJob } from './jobs.ts'
import { dueAt } from './policy.ts'
import { countUnread, getChoices } from './queries.ts'
import { kindOfTemplate, type News } from './schema.ts'

/** Rows of one statement. */
const BATCH = 500

/**
 * Tells people something once this transaction has committed: under the bell at once, by mail and push as they have chosen, by
 * day, and together with what is due at the same time. What they were told before about the same occasion is not told again.
 *
 * A new kind: its name in lib/contract/notifications/constants.ts and the enum of the schema, its mail as the README says,
 * that mail's line in `kindOfTemplate` (schema.ts), and who is told in policy.ts.
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
          user_id: userId,
          kind,
          occasion,
          template,
          data: JSON.stringify(templates[template].schema.parse(data)),
          created_at: at,
          mail_due_at: due,
          push_due_at: due,
        }
      }),
    )
    .onConflict((conflict) => conflict.columns(['user_id', 'kind', 'occasion']).doNothing())
    .returning(['user_id', 'mail_due_at'])
    .execute()
  if (told.length === 0) return
  await emit(tx, membersChanged, { user_ids: idsOf(told) })
  // What is held is found by the schedule.
  const due = told.filter(({ mail_due_at }) => mail_due_at !== null && mail_due_at <= at)
  if (due.length > 0) await enqueue(tx, deliverNotificationsJob, { userIds: idsOf(due) })
}

function idsOf(rows: readonly { user_id: string }[]): string[] {
  return [...new Set(rows.map(({ user_id }) => user_id))]
}

/** Marks somebody's notifications as read: these, or all. @returns how many are unread then */
export async function markRead(userId: string, ids?: readonly string[]): Promise<number> {
  await transaction(async (tx) => {
    const { count } = await tx.prisma.notification.updateMany({
      where: { userId, readAt: null, ...(ids ? { id: { in: [...ids] } } : {}) },
      data: { readAt: now() },
    })
    if (count > 0) await emit(tx, membersChanged, { user_ids: [userId] })
  })
  return countUnread(userId)
}

/**
 * Keeps a choice. What is queued already is looked at again before it leaves.
 * @returns all choices then
 * @throws UnauthenticatedError where the account was closed meanwhile
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

/** Keeps the same choice for several kinds. */
export async function keepChoices(
  tx: Tx,
  userId: string,
  kinds: readonly NotificationKind[],
  channel: NotificationChannel,
  isOn: boolean,
): Promise<void> {
  if (kinds.length === 0) return
  await tx.kysely
    .insertInto('notification_choice')
    .values(kinds.map((kind) => ({ user_id: userId, kind, channel, is_on: isOn, changed_at: now() })))
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'kind', 'channel'])
        .doUpdateSet({ is_on: isOn, changed_at: sql`excluded.changed_at` }),
    )
    .execute()
}
