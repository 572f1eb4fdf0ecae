import type { Queryable } from '#lib/core/db.ts'
import { newId } from '#lib/core/ids.ts'
import { anyOf, kysely } from '#lib/core/kysely.ts'
import { toShillings } from '#lib/core/money.ts'
import { kindOfTemplate, type News } from '#lib/domain/notifications/schema.ts'
import { displayTitle } from '#lib/domain/videos/policy.ts'
import { demoAccounts } from '../demo-accounts.ts'

type Told = { news: News; at: Date }

const UNREAD = 2

/** Adds notifications for the demo accounts. Sends no mails or pushes. */
export async function seedNotifications(on: Queryable): Promise<void> {
  const told = [...(await readVideos(on)), ...(await readResults(on)), ...(await readRoyalties(on))]
  for (const own of Map.groupBy(told, ({ news }) => news.userId).values()) {
    const newestFirst = own.sort((a, b) => b.at.getTime() - a.at.getTime())
    await kysely(on)
      .insertInto('notification')
      .values(
        newestFirst.map(({ news, at }, place) => ({
          id: newId(),
          userId: news.userId,
          kind: kindOfTemplate[news.template],
          occasion: news.occasion,
          template: news.template,
          data: JSON.stringify(news.data),
          createdAt: at,
          readAt: place < UNREAD ? null : at,
        })),
      )
      .onConflict((conflict) => conflict.columns(['userId', 'kind', 'occasion']).doNothing())
      .execute()
  }
}

const demoEmails = () => anyOf(demoAccounts.map(({ email }) => email))

async function readVideos(on: Queryable): Promise<Told[]> {
  const found = await kysely(on)
    .selectFrom('video as v')
    .innerJoin('track as t', 't.id', 'v.trackId')
    .innerJoin('appUser as u', 'u.id', 'v.dancerId')
    .select(['v.id', 'v.title', 'v.kind', 'v.approvedDate as at', 'u.id as userId', 'u.username'])
    .select('t.title as track')
    .where('u.email', '=', demoEmails())
    .where('v.status', '=', 'approved')
    .execute()
  return found.flatMap(({ id, title, kind, at, userId, username, track }) => {
    const data = { title: displayTitle(title, track, username), video_id: id }
    const template = kind === 'official' ? 'official_video_approved' : 'video_approved'
    return at ? [{ at, news: { userId, occasion: `${id} approved`, template, data } }] : []
  })
}

async function readResults(on: Queryable): Promise<Told[]> {
  const found = await kysely(on)
    .selectFrom('challengeResult as r')
    .innerJoin('challenge as c', 'c.id', 'r.challengeId')
    .innerJoin('appUser as u', 'u.id', 'r.dancerId')
    .select(['c.id', 'c.title', 'c.closedAt as at', 'u.id as userId', 'r.rank', 'r.voteCount as votes'])
    .select('r.prize')
    .where('u.email', '=', demoEmails())
    .execute()
  return found.flatMap(({ id, title: challenge, at, userId, rank, votes, prize }): Told[] => {
    if (!at) return []
    const of = { userId, occasion: id }
    return prize > 0n
      ? [
          {
            at,
            news: { ...of, template: 'prize_won', data: { challenge, rank, amount: toShillings(prize) } },
          },
        ]
      : [
          {
            at,
            news: { ...of, template: 'month_result', data: { challenge, challenge_id: id, rank, votes } },
          },
        ]
  })
}

async function readRoyalties(on: Queryable): Promise<Told[]> {
  const found = await kysely(on)
    .selectFrom('royaltyStatement as s')
    .innerJoin('challenge as c', 'c.id', 's.challengeId')
    .innerJoin('appUser as u', 'u.id', 's.musicianId')
    .select(['c.id', 'c.title', 'c.closedAt as at', 'u.id as userId', 's.royalty'])
    .where('u.email', '=', demoEmails())
    .where('s.royalty', '>', 0n)
    .execute()
  return found.flatMap(({ id, title: challenge, at, userId, royalty }): Told[] =>
    at
      ? [
          {
            at,
            news: {
              userId,
              occasion: id,
              template: 'royalty_paid',
              data: { challenge, amount: toShillings(royalty) },
            },
          },
        ]
      : [],
  )
}
