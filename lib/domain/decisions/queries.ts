import { sql } from 'kysely'
import type { HeldDecision } from '#lib/contract/decisions/calls.ts'
import { withApiNames } from '#lib/core/api-names.ts'
import { now } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import { kysely } from '#lib/core/kysely.ts'
import type { Decider } from '#lib/domain/review/schema.ts'
import { displayTitle } from '#lib/domain/videos/policy.ts'

/** Newest first. */
export async function readHeldDecisions(officer: Decider): Promise<HeldDecision[]> {
  const found = await kysely(db())
    .selectFrom('heldDecision as h')
    .leftJoin('track as t', (join) =>
      join.onRef('t.id', '=', 'h.subjectId').on('h.subjectType', '=', 'track'),
    )
    .leftJoin('video as v', (join) =>
      join.onRef('v.id', '=', 'h.subjectId').on('h.subjectType', '=', 'video'),
    )
    .leftJoin('fraudSignal as s', (join) =>
      join.onRef('s.id', '=', 'h.subjectId').on('h.subjectType', '=', 'signal'),
    )
    .leftJoin('video as sv', 'sv.id', 's.videoId')
    .leftJoin('track as vt', (join) =>
      join.on((eb) => eb('vt.id', '=', eb.fn.coalesce('v.trackId', 'sv.trackId'))),
    )
    .leftJoin('comment as c', (join) =>
      join.onRef('c.id', '=', 'h.subjectId').on('h.subjectType', '=', 'comment'),
    )
    .leftJoin('appUser as u', (join) =>
      join.on((eb) =>
        eb(
          'u.id',
          '=',
          eb.fn.coalesce('t.musicianId', 'v.dancerId', 'sv.dancerId', 'c.authorId', 'h.subjectId'),
        ),
      ),
    )
    .leftJoin('profile as p', 'p.userId', 'u.id')
    .select(['h.id', 'h.subjectType', 'h.subjectId', 'h.action', 'h.finalAt'])
    .select(['t.title as track', 'vt.title as song', 'u.username'])
    .select((eb) => eb.fn.coalesce('v.title', 'sv.title').as('video'))
    .select((eb) =>
      sql<string>`coalesce(nullif(${eb.ref('p.displayName')}, ''), ${eb.ref('u.username')}, '')`.as('owner'),
    )
    .where('h.officerId', '=', officer.id)
    .orderBy('h.decidedAt', 'desc')
    .orderBy('h.id', 'desc')
    .execute()
  const moment = now().getTime()
  return found.map(({ finalAt, track, song, video, username, ...row }) => ({
    ...withApiNames(row),
    title: video === null ? track : displayTitle(video, song ?? '', username ?? ''),
    seconds_left: Math.max(0, (finalAt.getTime() - moment) / 1_000),
  }))
}
