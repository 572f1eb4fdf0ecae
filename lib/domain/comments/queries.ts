import type { Comment, CommentPage } from '#lib/contract/comments/calls.ts'
import { addSeconds, now } from '#lib/core/clock.ts'
import { NotFoundError } from '#lib/core/errors.ts'
import type { Prisma } from '#lib/core/generated/prisma/client.ts'
import { makePage, rowsOfPage } from '#lib/core/paging.ts'
import { prisma } from '#lib/core/prisma.ts'
import { maySee, type Viewer } from '#lib/domain/videos/policy.ts'

const commentFields = {
  id: true,
  text: true,
  createdAt: true,
  author: {
    select: {
      id: true,
      username: true,
      firstName: true,
      lastName: true,
      profile: { select: { displayName: true, avatarUrl: true } },
    },
  },
} as const satisfies Prisma.CommentSelect

type CommentRow = Prisma.CommentGetPayload<{ select: typeof commentFields }>

/** Newest first. @throws NotFoundError for a video that is hidden from the viewer, and past the end */
export async function listComments(
  videoId: string,
  viewer: Viewer,
  { page, page_size }: { page: number; page_size: number },
): Promise<CommentPage> {
  const video = await prisma().video.findUnique({
    where: { id: videoId },
    select: { status: true, dancerId: true, commentCount: true },
  })
  if (!video || !maySee(viewer, video)) throw new NotFoundError()
  const count = video.commentCount
  const { limit, offset } = rowsOfPage(count, page, page_size)
  const found = await prisma().comment.findMany({
    where: { videoId, deletedAt: null },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    skip: offset,
    take: limit,
    select: commentFields,
  })
  const place = { count, page, page_size }
  return {
    ...makePage(`/videos/${videoId}/comments/`, { page_size }, place, found.map(presentComment)),
    removed: page === 1 && viewer ? await removedOf(videoId, viewer.id) : [],
  }
}

/** How long an author sees that an officer removed a comment. */
const TOLD_DAYS = 30
const MOST_TOLD = 20

/** An author's own comments that officers removed, newest first. */
async function removedOf(videoId: string, authorId: string): Promise<CommentPage['removed']> {
  const found = await prisma().comment.findMany({
    where: {
      authorId,
      videoId,
      deletedBy: { not: authorId },
      deletedAt: { gt: addSeconds(now(), -TOLD_DAYS * 86_400) },
    },
    orderBy: [{ deletedAt: 'desc' }, { id: 'desc' }],
    take: MOST_TOLD,
    select: { id: true, text: true, removalReason: true, deletedAt: true },
  })
  return found.flatMap(({ id, text, removalReason, deletedAt }) =>
    deletedAt ? [{ id, text, reason: removalReason, removed_at: deletedAt.toISOString() }] : [],
  )
}

/** @throws NotFoundError */
export async function readComment(id: string): Promise<Comment> {
  const row = await prisma().comment.findUnique({ where: { id }, select: commentFields })
  if (!row) throw new NotFoundError()
  return presentComment(row)
}

const reportedFields = {
  ...commentFields,
  deletedAt: true,
  deletedBy: true,
  removalReason: true,
  video: {
    select: {
      id: true,
      title: true,
      track: { select: { title: true } },
      dancer: { select: { username: true } },
    },
  },
  reports: { orderBy: { createdAt: 'desc' } },
} as const satisfies Prisma.CommentSelect

export type ReportedRow = Prisma.CommentGetPayload<{ select: typeof reportedFields }>

/** Returns reported comments in no particular order. */
export function readReported(ids: string[]): Promise<ReportedRow[]> {
  return prisma().comment.findMany({ where: { id: { in: ids } }, select: reportedFields })
}

export function presentComment({ author, createdAt, ...comment }: CommentRow): Comment {
  return {
    ...comment,
    author: {
      id: author.id,
      username: author.username,
      display_name: displayNameOf(author),
      avatar: author.profile?.avatarUrl ?? '',
    },
    created_at: createdAt.toISOString(),
  }
}

/** The profile's name, else the full name, else the username. */
function displayNameOf({ profile, firstName, lastName, username }: CommentRow['author']): string {
  return profile?.displayName || `${firstName} ${lastName}`.trim() || username
}
