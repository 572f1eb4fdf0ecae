import type { MailLocale } from '#lib/contract/mail/locales.ts'
import type {
  NotificationChoices,
  NotificationPage,
  NotificationView,
} from '#lib/contract/notifications/calls.ts'
import { db, type Queryable } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { anyOf, countRows, kysely } from '#lib/core/kysely.ts'
import { makePage, rowsOfPage } from '#lib/core/paging.ts'
import type { Actor } from '#lib/domain/accounts/schema.ts'
import { type Notice, renderNotice } from '#lib/domain/mail/render.ts'
import { templates } from '#lib/domain/mail/templates.ts'
import { type Choice, isWanted, kindsFor } from './policy.ts'
import { isNoticeTemplate } from './schema.ts'

/** Newest first. @throws NotFoundError past the end */
export async function listNotifications(
  userId: string,
  { page, page_size, locale }: { page: number; page_size: number; locale: MailLocale },
): Promise<NotificationPage> {
  const [person, count, unread] = await Promise.all([
    kysely(db()).selectFrom('appUser').select('firstName').where('id', '=', userId).executeTakeFirstOrThrow(),
    countRows(kysely(db()).selectFrom('notification').where('userId', '=', userId)),
    countUnread(userId),
  ])
  const { limit, offset } = rowsOfPage(count, page, page_size)
  const found = await kysely(db())
    .selectFrom('notification')
    .select(['id', 'kind', 'template', 'data', 'createdAt', 'readAt'])
    .where('userId', '=', userId)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  const results = found.map(
    (row): NotificationView => ({
      id: row.id,
      kind: row.kind,
      ...noticeOf(row, { ...person, locale }),
      created_at: row.createdAt.toISOString(),
      is_read: row.readAt !== null,
    }),
  )
  return {
    ...makePage('/notifications/', { page_size, locale }, { count, page, page_size }, results),
    unread,
  }
}

/** @throws Error for a template of a newer release */
export function noticeOf(
  { template, data }: { template: string; data: unknown },
  person: { firstName: string; locale: MailLocale },
): Notice {
  if (!isNoticeTemplate(template)) throw new Error(`no such notification: ${template}`)
  return renderNotice(template, templates[template].schema.parse(data), person)
}

export async function countUnread(userId: string): Promise<number> {
  return (await countUnreadOf([userId])).get(userId) ?? 0
}

/** Users without unread notifications are absent. */
export async function countUnreadOf(userIds: readonly string[]): Promise<Map<string, number>> {
  const found = await kysely(db())
    .selectFrom('notification')
    .select((eb) => ['userId', eb.cast<number>(eb.fn.countAll(), 'int4').as('count')])
    .where('userId', '=', anyOf(userIds))
    .where('readAt', 'is', null)
    .groupBy('userId')
    .execute()
  return new Map(found.map(({ userId, count }) => [userId, count]))
}

/** The choices that a user made; the default applies to all others. */
export async function readChoices(on: Queryable, userId: string): Promise<Choice[]> {
  return kysely(on)
    .selectFrom('notificationChoice')
    .select(['kind', 'channel', 'isOn'])
    .where('userId', '=', userId)
    .execute()
}

export async function getChoices({ id, role }: Pick<Actor, 'id' | 'role'>): Promise<NotificationChoices> {
  const [chosen, person] = await Promise.all([
    readChoices(db(), id),
    kysely(db()).selectFrom('appUser').select('email').where('id', '=', id).executeTakeFirstOrThrow(),
  ])
  return {
    email: person.email,
    choices: kindsFor(role).map((kind) => ({
      kind,
      mail: isWanted(kind, 'mail', chosen),
      push: isWanted(kind, 'push', chosen),
    })),
  }
}

/** Null if pushes are off. */
export function publicPushKey(): string | null {
  return env.VAPID_PUBLIC_KEY ?? null
}
