import type {
  DancerVideoPage,
  GivenMyTracks,
  GivenReviewedTrack,
  GivenTrack,
  MusicianAssignmentPage,
} from '#lib/contract/tracks/calls.ts'
import { db } from '#lib/core/db.ts'
import { NotFoundError } from '#lib/core/errors.ts'
import type { Prisma } from '#lib/core/generated/prisma/client.ts'
import { makePage, rowsOfPage } from '#lib/core/paging.ts'
import { prisma } from '#lib/core/prisma.ts'
import { readClaims } from '#lib/domain/review/queries.ts'
import { readSettings } from '#lib/domain/settings/queries.ts'
import { displayTitle } from '#lib/domain/videos/policy.ts'
import { countPlacesTaken, readKycStatus } from './places.ts'
import { poolStatuses } from './policy.ts'
import {
  nameFields,
  nameOf,
  presentReviewedTrack,
  presentTrack,
  reviewedTrackFields,
  trackFields,
} from './presenter.ts'

type Place = { page: number; page_size: number }

/** Newest first, with the facts that decide about another upload. */
export async function listMyTracks(musicianId: string): Promise<GivenMyTracks> {
  const [{ tracks_per_musician }, found, kyc, used] = await Promise.all([
    readSettings(),
    prisma().track.findMany({
      where: { musicianId },
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      select: trackFields,
    }),
    readKycStatus(db(), musicianId),
    countPlacesTaken(db(), musicianId),
  ])
  return {
    results: await Promise.all(found.map(presentTrack)),
    kyc_status: kyc,
    limit: tracks_per_musician,
    used,
  }
}

/** @throws NotFoundError */
export async function readTrack(id: string): Promise<GivenTrack> {
  const row = await prisma().track.findUnique({ where: { id }, select: trackFields })
  if (!row) throw new NotFoundError()
  return presentTrack(row)
}

/** Newest first. @throws NotFoundError past the end */
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

/** Lists approved entries to the musician's tracks, newest first. @throws NotFoundError past the end */
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

/** Whether any track of this track's musician was approved. @throws NotFoundError */
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

/** @throws NotFoundError */
export async function readReviewedTrack(id: string): Promise<GivenReviewedTrack> {
  const [track] = await readReviewedTracks([id])
  if (!track) throw new NotFoundError()
  return track
}

/** Keeps the order of `ids`. */
export async function readReviewedTracks(ids: string[]): Promise<GivenReviewedTrack[]> {
  const [found, claims] = await Promise.all([
    prisma().track.findMany({ where: { id: { in: ids } }, select: reviewedTrackFields }),
    readClaims(db(), 'track', ids),
  ])
  const rows = found.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
  return Promise.all(rows.map((row) => presentReviewedTrack(row, claims.get(row.id) ?? null)))
}
