import type { Claim } from '#lib/contract/review/claims.ts'
import type { GivenReviewedTrack, GivenTrack } from '#lib/contract/tracks/calls.ts'
import type { Prisma } from '#lib/core/generated/prisma/client.ts'
import { storedSentence } from '#lib/core/sentence.ts'
import { signGet } from '#lib/core/storage.ts'
import { poolStatuses } from './policy.ts'

/** Lifetime of links to files: longer than a page stays open without a reload. */
const LINK_SECONDS = 60 * 60

export const trackFields = {
  id: true,
  musicianId: true,
  title: true,
  artist: true,
  genre: true,
  description: true,
  tags: true,
  status: true,
  objectKey: true,
  fileSize: true,
  durationSeconds: true,
  reviewComments: true,
  createdAt: true,
  reviewedAt: true,
  retiredAt: true,
} as const satisfies Prisma.TrackSelect

export type TrackRow = Prisma.TrackGetPayload<{ select: typeof trackFields }>

export async function presentTrack(row: TrackRow): Promise<GivenTrack> {
  return {
    id: row.id,
    title: row.title,
    artist: row.artist,
    genre: row.genre,
    description: row.description,
    tags: row.tags,
    status: row.status,
    duration: row.durationSeconds,
    file_path: row.objectKey,
    file_size: row.fileSize,
    audio_file_url: await linkTo(row),
    review_comments: storedSentence(row.reviewComments),
    created_at: row.createdAt.toISOString(),
    upload_date: row.createdAt.toISOString(),
    reviewed_at: row.reviewedAt?.toISOString() ?? null,
    retired_at: row.retiredAt?.toISOString() ?? null,
  }
}

/** Returns null for a file that was never read as an MP3. */
async function linkTo(row: TrackRow): Promise<string | null> {
  if (row.durationSeconds === null) return null
  return signGet({ bucket: 'media', key: row.objectKey }, LINK_SECONDS)
}

export const nameFields = {
  username: true,
  profile: { select: { displayName: true } },
} as const satisfies Prisma.UserSelect

export function nameOf(user: Prisma.UserGetPayload<{ select: typeof nameFields }>): string {
  return user.profile?.displayName || user.username
}

export const reviewedTrackFields = {
  ...trackFields,
  musician: {
    select: {
      ...nameFields,
      _count: { select: { tracks: { where: { status: { in: [...poolStatuses] } } } } },
    },
  },
  reviewer: { select: { username: true } },
} as const satisfies Prisma.TrackSelect

type ReviewedTrackRow = Prisma.TrackGetPayload<{ select: typeof reviewedTrackFields }>

export async function presentReviewedTrack(
  row: ReviewedTrackRow,
  claim: Claim | null,
): Promise<GivenReviewedTrack> {
  const { musicianId, musician, reviewer } = row
  return {
    ...(await presentTrack(row)),
    musician: {
      id: musicianId,
      username: musician.username,
      display_name: nameOf(musician),
      approved_tracks: musician._count.tracks,
    },
    reviewed_by: reviewer?.username ?? null,
    claim,
  }
}
