import { sql } from 'kysely'
import type { MailLocale } from '#lib/contract/mail/locales.ts'
import type {
  NotificationChoices,
  NotificationPage,
  NotificationView,
} from '#lib/contract/notifications/calls.ts'
import { db, type Queryable } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import type { Prisma } from '#lib/core/generated/prisma/client.ts'
import { kysely } from '#lib/core/kysely.ts'
import { makePage, rowsOfPage } from '#lib/core/paging.ts'
import { prisma } from '#lib/core/prisma.ts'
import type { Actor } from '#lib/domain/accounts/schema.ts'
import { type Notice, renderNotice } from '#lib/domain/mail/render.ts'
import { templates } from '#lib/domain/mail/templates.ts'
import { type Choice, isWanted, kindsFor } from './policy.ts'
import { isNoticeTemplate } from './schema.ts'

const fields = {
  id: true,
  kind: true,
  template: true,
  data: true,
  createdAt: true,
  readAt: true,
} as const satisfies Prisma.NotificationSelect

/**
 * A page of what somebody was told, newest first.
 * @throws NotFoundError past the end
 */
export async function listNotifications(
  userId: string,
  { page, page_size, locale }: { page: number; page_size: number; locale: MailLocale },
): Promise<NotificationPage> {
  const [person, count, unread] = await Promise.all([
    prisma().user.findUniqueOrThrow({ where: { id: userId }, select: { firstName: true } }),
    prisma().notification.count({ where: { userId } }),
    countUnread(userId),
  ])
  const { limit, offset } = rowsOfPage(count, page, page_size)
  const found = await prisma().notification.findMany({
    where: { userId },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    skip: offset,
    take: limit,
    select: fields,
  })
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

/**
 * Says what a stored notification tells, in a language.
 * @throws Error where its mail is not known: a newer release wrote it
 */
export function noticeOf(
  { template, data }: { template: string; data: unknown },
  person: { firstName: string; locale: MailLocale },
): Notice {
  if (!isNoticeTemplate(template)) throw new Error(`no such notification: ${template}`)
  return renderNotice(template, templates[template].schema.parse(data), person)
}

/** How many notifications somebody has not read. */
export async function countUnread(userId: string): Promise<number> {
  return (await countUnreadOf([userId])).get(userId) ?? 0
}

/** The same for many; who has none is left out. */
export async function countUnreadOf(userIds: readonly string[]): Promise<Map<string, number>> {
  const found = await kysely(db())
    .selectFrom('notification')
    .select((eb) => ['user_id', eb.cast<number>(eb.fn.countAll(), 'int4').as('count')])
    .where('user_id', '=', sql<string>`any(${userIds}::uuid[])`)
    .where('read_at', 'is', null)
    .groupBy('user_id')
    .execute()
  return new Map(found.map(({ user_id, count }) => [user_id, count]))
}

/** What somebody has chosen otherwise than it began. */
export async function readChoices(on: Queryable, userId: string): Promise<Choice[]> {
  return kysely(on)
    .selectFrom('notification_choice')
    .select(['kind', 'channel', 'is_on as isOn'])
    .where('user_id', '=', userId)
    .execute()
}

/** All choices that somebody's role has. */
export async function getChoices({ id, role }: Pick<Actor, 'id' | 'role'>): Promise<NotificationChoices> {
  const [chosen, person] = await Promise.all([
    readChoices(db(), id),
    prisma().user.findUniqueOrThrow({ where: { id }, select: { email: true } }),
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

/** The key that browsers subscribe with; null where pushes are off. */
export function publicPushKey(): string | null {
  return env.VAPID_PUBLIC_KEY ?? null
}
