import { type Expression, type SelectQueryBuilder, sql } from 'kysely'
import type {
  DancerVideoPage,
  GivenMyTracks,
  GivenPendingTracksPage,
  GivenReviewedTrack,
  MusicianAssignmentPage,
  PendingTracksQuery,
} from '#lib/contract/tracks/calls.ts'
import { db } from '#lib/core/db.ts'
import { NotFoundError } from '#lib/core/errors.ts'
import type { DB } from '#lib/core/generated/kysely/tables.ts'
import type { Prisma } from '#lib/core/generated/prisma/client.ts'
import { countRows, kysely } from '#lib/core/kysely.ts'
import { wordsOf } from '#lib/core/like-pattern.ts'
import { makePage, rowsOfPage } from '#lib/core/paging.ts'
import { type Models, prisma } from '#lib/core/prisma.ts'
import { peopleNamed } from '#lib/domain/audit/people-named.ts'
import { hasNoHeldDecision } from '#lib/domain/review/held.ts'
import { readClaims } from '#lib/domain/review/queries.ts'
import { readSettings } from '#lib/domain/settings/queries.ts'
import { peopleCalled } from '#lib/domain/videos/people.ts'
import { displayTitle } from '#lib/domain/videos/policy.ts'
import { decidedStatuses, placeStatuses, poolStatuses } from './policy.ts'
import {
  nameFields,
  nameOf,
  presentReviewedTrack,
  presentTrack,
  reviewedTrackFields,
  trackFields,
} from './presenter.ts'

type Place = { page: number; page_size: number }

/** Lists all tracks of a musician, newest first, and what they need to know before they upload another. */
export async function listMyTracks(musicianId: string): Promise<GivenMyTracks> {
  const [{ tracks_per_musician }, found, kyc, used] = await Promise.all([
    readSettings(),
    prisma().track.findMany({
      where: { musicianId },
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      select: trackFields,
    }),
    readKycStatus(prisma(), musicianId),
    countPlacesTaken(prisma(), musicianId),
  ])
  return {
    results: await Promise.all(found.map(presentTrack)),
    kyc_status: kyc,
    limit: tracks_per_musician,
    used,
  }
}

/** Counts the tracks that take one of a musician's places. */
export function countPlacesTaken(models: Models, musicianId: string): Promise<number> {
  return models.track.count({ where: { musicianId, status: { in: [...placeStatuses] } } })
}

/** Reads the status of somebody's identity check. */
export async function readKycStatus(models: Models, userId: string): Promise<GivenMyTracks['kyc_status']> {
  const profile = await models.profile.findUnique({ where: { userId }, select: { kycStatus: true } })
  return profile?.kycStatus ?? 'not_submitted'
}

/** Lists who was given a musician's tracks, newest first. @throws NotFoundError 'Invalid page.' past the end */
export async function listTrackAssignments(
  musicianId: string,
  place: Place,
): Promise<MusicianAssignmentPage> {
  const where = { track: { musicianId } } satisfies Prisma.TrackAssignmentWhereInput
  const count = await prisma().trackAssignment.count({ where })
  const { limit, offset } = rowsOfPage(count, place.page, place.page_size)
  const found = await prisma().trackAssignment.findMany({
    where,
    orderBy: [{ assignedAt: 'desc' }, { id: 'desc' }],
    skip: offset,
    take: limit,
    select: {
      id: true,
      trackId: true,
      status: true,
      assignedAt: true,
      track: { select: { title: true } },
      dancer: { select: nameFields },
      challenge: { select: { title: true } },
    },
  })
  return makePage(
    '/tracking/tracks/assignments/',
    { page_size: place.page_size },
    { count, ...place },
    found.map(({ id, trackId, status, assignedAt, track, dancer, challenge }) => ({
      id,
      track_id: trackId,
      track_name: track.title,
      status,
      dancer_name: nameOf(dancer),
      challenge_title: challenge.title,
      assigned_date: assignedAt.toISOString(),
    })),
  )
}

/** Lists approved entries to a musician's tracks, newest first. @throws NotFoundError 'Invalid page.' past the end */
export async function listDancerVideos(musicianId: string, place: Place): Promise<DancerVideoPage> {
  const where = {
    track: { musicianId },
    status: 'approved',
    kind: 'entry',
  } satisfies Prisma.VideoWhereInput
  const count = await prisma().video.count({ where })
  const { limit, offset } = rowsOfPage(count, place.page, place.page_size)
  const found = await prisma().video.findMany({
    where,
    orderBy: [{ uploadDate: 'desc' }, { id: 'desc' }],
    skip: offset,
    take: limit,
    select: {
      id: true,
      title: true,
      thumbnailUrl: true,
      voteCount: true,
      durationSeconds: true,
      trackId: true,
      track: { select: { title: true } },
      dancer: { select: nameFields },
      challenge: { select: { title: true } },
    },
  })
  return makePage(
    '/tracking/tracks/dancer-videos/',
    { page_size: place.page_size },
    { count, ...place },
    found.map((video) => ({
      id: video.id,
      title: displayTitle(video.title, video.track.title, video.dancer.username),
      thumbnail: video.thumbnailUrl,
      votes: video.voteCount,
      duration: video.durationSeconds,
      track_name: video.track.title,
      track_id: video.trackId,
      challenge_title: video.challenge.title,
      dancer_name: nameOf(video.dancer),
    })),
  )
}

/** Tells whether a track of the same musician was approved before. @throws NotFoundError for a track that does not exist */
export async function isMusicianKnown(trackId: string): Promise<boolean> {
  const track = await prisma().track.findUnique({
    where: { id: trackId },
    select: {
      musician: { select: { tracks: { where: { status: { in: [...poolStatuses] } }, take: 1 } } },
    },
  })
  if (!track) throw new NotFoundError()
  return track.musician.tracks.length > 0
}

/** Reads a track as officers see it. @throws NotFoundError */
export async function readReviewedTrack(id: string): Promise<GivenReviewedTrack> {
  const [row, claims] = await Promise.all([
    prisma().track.findUnique({ where: { id }, select: reviewedTrackFields }),
    readClaims(db(), 'track', [id]),
  ])
  if (!row) throw new NotFoundError()
  return presentReviewedTrack(row, claims.get(id) ?? null)
}

/** Lists tracks of one status for officers, with who looks at each. @throws NotFoundError past the end */
export async function listTracksForReview(query: PendingTracksQuery): Promise<GivenPendingTracksPage> {
  const { page, page_size, status, search, ordering } = query
  const count = await countRows(tracksOf(query))
  const { limit, offset } = rowsOfPage(count, page, page_size)
  const ids = (
    await inOrder(tracksOf(query), ordering).select('t.id').limit(limit).offset(offset).execute()
  ).map(({ id }) => id)
  const [found, claims] = await Promise.all([
    prisma().track.findMany({ where: { id: { in: ids } }, select: reviewedTrackFields }),
    readClaims(db(), 'track', ids),
  ])
  const rows = found.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
  return makePage(
    '/tracking/tracks/pending/',
    { status, search, ordering, page_size },
    { count, page, page_size },
    await Promise.all(rows.map((row) => presentReviewedTrack(row, claims.get(row.id) ?? null))),
  )
}

type Tracks = SelectQueryBuilder<DB & { t: DB['track'] }, 't', object>

/** Selects the tracks of an officers' list, without any column yet. */
function tracksOf({ status, search }: PendingTracksQuery): Tracks {
  const statuses = status === 'decided' ? decidedStatuses : [status]
  let tracks = kysely(db())
    .selectFrom('track as t')
    .where('t.status', '=', sql<(typeof statuses)[number]>`any(${statuses}::track_status[])`)
  // What is decided and may still be undone waits for nobody.
  if (status === 'pending') tracks = tracks.where((eb) => hasNoHeldDecision(eb.ref('t.id'), 'track'))
  if (!search) return tracks
  return tracks.where('t.id', 'in', foundBy(wordsOf(search)))
}

/** Picks the tracks with these words in title or artist, or in a name of the musician or the officer, each by an index of its own. */
function foundBy(words: Expression<string>) {
  const some = () => kysely(db()).selectFrom('track').select('id')
  return some()
    .where('title', 'ilike', words)
    .union(some().where('artist', 'ilike', words))
    .union(some().where('musician_id', 'in', peopleCalled(words)))
    .union(some().where('reviewed_by', 'in', peopleNamed(words)))
}

function inOrder(tracks: Tracks, ordering: PendingTracksQuery['ordering']): Tracks {
  const direction = ordering.startsWith('-') ? 'desc' : 'asc'
  const ordered = ordering.endsWith('upload_date')
    ? tracks.orderBy('t.created_at', direction)
    : tracks.orderBy('t.reviewed_at', (order) => order[direction]().nullsLast())
  return ordered.orderBy('t.id', direction)
}
