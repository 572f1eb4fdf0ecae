import { sql } from 'kysely'
import type { HeldDecision } from '#lib/contract/decisions/calls.ts'
import { now } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import { kysely } from '#lib/core/kysely.ts'
import type { Decider } from '#lib/domain/review/schema.ts'
import { displayTitle } from '#lib/domain/videos/policy.ts'

/** Reads an officer's own decisions that may still be undone, the newest first. */
export async function readHeldDecisions(officer: Decider): Promise<HeldDecision[]> {
  const found = await kysely(db())
    .selectFrom('held_decision as h')
    .leftJoin('track as t', (join) =>
      join.onRef('t.id', '=', 'h.subject_id').on('h.subject_type', '=', 'track'),
    )
    .leftJoin('video as v', (join) =>
      join.onRef('v.id', '=', 'h.subject_id').on('h.subject_type', '=', 'video'),
    )
    .leftJoin('fraud_signal as s', (join) =>
      join.onRef('s.id', '=', 'h.subject_id').on('h.subject_type', '=', 'signal'),
    )
    .leftJoin('video as sv', 'sv.id', 's.video_id')
    .leftJoin('track as vt', (join) =>
      join.on((eb) => eb('vt.id', '=', eb.fn.coalesce('v.track_id', 'sv.track_id'))),
    )
    .leftJoin('comment as c', (join) =>
      join.onRef('c.id', '=', 'h.subject_id').on('h.subject_type', '=', 'comment'),
    )
    .leftJoin('app_user as u', (join) =>
      join.on((eb) =>
        eb(
          'u.id',
          '=',
          eb.fn.coalesce('t.musician_id', 'v.dancer_id', 'sv.dancer_id', 'c.author_id', 'h.subject_id'),
        ),
      ),
    )
    .leftJoin('profile as p', 'p.user_id', 'u.id')
    .select(['h.id', 'h.subject_type', 'h.subject_id', 'h.action', 'h.final_at'])
    .select(['t.title as track', 'vt.title as song', 'u.username'])
    .select((eb) => eb.fn.coalesce('v.title', 'sv.title').as('video'))
    .select((eb) =>
      sql<string>`coalesce(nullif(${eb.ref('p.display_name')}, ''), ${eb.ref('u.username')}, '')`.as('owner'),
    )
    .where('h.officer_id', '=', officer.id)
    .orderBy('h.decided_at', 'desc')
    .orderBy('h.id', 'desc')
    .execute()
  const moment = now().getTime()
  return found.map(({ final_at, track, song, video, username, ...row }) => ({
    ...row,
    title: video === null ? track : displayTitle(video, song ?? '', username ?? ''),
    seconds_left: Math.max(0, (final_at.getTime() - moment) / 1_000),
  }))
}
