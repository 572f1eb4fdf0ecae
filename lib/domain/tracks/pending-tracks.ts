import type { Expression, SelectQueryBuilder } from 'kysely'
import type { GivenPendingTracksPage, PendingTracksQuery } from '#lib/contract/tracks/calls.ts'
import { db } from '#lib/core/db.ts'
import type { DB } from '#lib/core/generated/kysely/tables.ts'
import { anyOf, countRows, kysely } from '#lib/core/kysely.ts'
import { wordsOf } from '#lib/core/like-pattern.ts'
import { makePage, rowsOfPage } from '#lib/core/paging.ts'
import { peopleNamed } from '#lib/domain/audit/people-named.ts'
import { hasNoHeldDecision } from '#lib/domain/review/held.ts'
import { peopleCalled } from '#lib/domain/videos/people.ts'
import { decidedStatuses } from './policy.ts'
import { readReviewedTracks } from './queries.ts'

/** Lists a page of tracks for officers, with claims. @throws NotFoundError past the end */
export async function listTracksForReview(query: PendingTracksQuery): Promise<GivenPendingTracksPage> {
  const { page, page_size, status, search, ordering } = query
  const count = await countRows(tracksOf(query))
  const { limit, offset } = rowsOfPage(count, page, page_size)
  const ids = (
    await inOrder(tracksOf(query), ordering).select('t.id').limit(limit).offset(offset).execute()
  ).map(({ id }) => id)
  return makePage(
    '/tracking/tracks/pending/',
    { status, search, ordering, page_size },
    { count, page, page_size },
    await readReviewedTracks(ids),
  )
}

type Tracks = SelectQueryBuilder<DB & { t: DB['track'] }, 't', object>

function tracksOf({ status, search }: PendingTracksQuery): Tracks {
  const statuses = status === 'decided' ? decidedStatuses : [status]
  let tracks = kysely(db()).selectFrom('track as t').where('t.status', '=', anyOf(statuses))
  // A track with a held decision is not in the queue: the officer can still undo the decision.
  if (status === 'pending') tracks = tracks.where((eb) => hasNoHeldDecision(eb.ref('t.id'), 'track'))
  if (!search) return tracks
  return tracks.where('t.id', 'in', foundBy(wordsOf(search)))
}

/** Searches by title, artist, or a name of musician or officer, each through an index. */
function foundBy(words: Expression<string>) {
  const some = () => kysely(db()).selectFrom('track').select('id')
  return some()
    .where('title', 'ilike', words)
    .union(some().where('artist', 'ilike', words))
    .union(some().where('musicianId', 'in', peopleCalled(words)))
    .union(some().where('reviewedBy', 'in', peopleNamed(words)))
}

function inOrder(tracks: Tracks, ordering: PendingTracksQuery['ordering']): Tracks {
  const direction = ordering.startsWith('-') ? 'desc' : 'asc'
  const ordered = ordering.endsWith('upload_date')
    ? tracks.orderBy('t.createdAt', direction)
    : tracks.orderBy('t.reviewedAt', (order) => order[direction]().nullsLast())
  return ordered.orderBy('t.id', direction)
}
