import type { Claim } from '#lib/contract/review/claims.ts'
import type { GivenReviewedTrack, GivenTrack } from '#lib/contract/tracks/calls.ts'
import type { Prisma } from '#lib/core/generated/prisma/client.ts'
import { storedSentence } from '#lib/core/sentence.ts'
import { signGet } from '#lib/core/storage.ts'
import { poolStatuses } from './policy.ts'

/** Seconds: longer than a page stays open without asking again. */
const LINK_SECONDS = 60 * 60

/** What `presentTrack` reads of a track. */
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

/** Presents a track for its musician and for officers. */
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

/** Signs a link to the file; a file that was never read as an MP3 has none. */
async function linkTo(row: TrackRow): Promise<string | null> {
  if (row.durationSeconds === null) return null
  return signGet({ bucket: 'media', key: row.objectKey }, LINK_SECONDS)
}

/** What is read of somebody to show their name. */
export const nameFields = {
  username: true,
  profile: { select: { displayName: true } },
} as const satisfies Prisma.UserSelect

/** Returns the name that somebody chose, or their username. */
export function nameOf(user: Prisma.UserGetPayload<{ select: typeof nameFields }>): string {
  return user.profile?.displayName || user.username
}

/** What `presentReviewedTrack` reads of a track. */
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

/** Presents a track for officers, with who looks at it now. */
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
