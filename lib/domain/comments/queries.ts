import type { Comment, CommentPage } from '#lib/contract/comments.ts'
import { addSeconds, now } from '#lib/core/clock.ts'
import { db, firstRow, type Queryable, rows } from '#lib/core/db.ts'
import { NotFoundError } from '#lib/core/errors.ts'
import { makePage, rowsOfPage } from '#lib/core/paging.ts'
import { maySee, type Viewer } from '#lib/domain/videos/policy.ts'

export type CommentRow = {
  id: string
  text: string
  created_at: Date
  author_id: string
  username: string
  display_name: string
  avatar_url: string | null
}

/** What `presentComment` reads, of `comment c` and `commentJoins`. */
export const commentColumns = `c.id, c.text, c.created_at, u.id AS author_id, u.username,
  coalesce(nullif(p.display_name, ''), nullif(trim(u.first_name || ' ' || u.last_name), ''), u.username) AS display_name,
  p.avatar_url`
export const commentJoins = 'JOIN app_user u ON u.id = c.author_id LEFT JOIN profile p ON p.user_id = u.id'

/**
 * A page of the comments on a video, newest first.
 * @throws NotFoundError for a video that the viewer may not see, and past the end
 */
export async function listComments(
  videoId: string,
  viewer: Viewer,
  { page, page_size }: { page: number; page_size: number },
): Promise<CommentPage> {
  const video = await firstRow<{ status: string; dancerId: string; count: number }>(db(), {
    name: 'comments-video',
    text: 'SELECT status, dancer_id AS "dancerId", comment_count AS count FROM video WHERE id = $1',
    values: [videoId],
  })
  if (!video || !maySee(viewer, video)) throw new NotFoundError()
  const { limit, offset } = rowsOfPage(video.count, page, page_size)
  const found = await rows<CommentRow>(db(), {
    name: 'comments-page',
    text: `SELECT ${commentColumns} FROM (
        SELECT * FROM comment WHERE video_id = $1 AND deleted_at IS NULL
        ORDER BY created_at DESC, id DESC LIMIT $2 OFFSET $3
      ) c ${commentJoins} ORDER BY c.created_at DESC, c.id DESC`,
    values: [videoId, limit, offset],
  })
  const { count } = video
  const place = { count, page, page_size }
  return {
    ...makePage(`/videos/${videoId}/comments/`, { page_size }, place, found.map(presentComment)),
    removed: page === 1 && viewer ? await removedOf(videoId, viewer.id) : [],
  }
}

/** For how long an author is told, in days. */
const TOLD_DAYS = 30

/** An author's own comments on a video that officers have taken away, the newest first. */
async function removedOf(videoId: string, authorId: string): Promise<CommentPage['removed']> {
  const found = await rows<{ id: string; text: string; reason: string; deleted_at: Date }>(db(), {
    name: 'comments-removed-of-author',
    text: `SELECT id, text, removal_reason AS reason, deleted_at FROM comment
      WHERE author_id = $1 AND video_id = $2 AND deleted_by <> author_id AND deleted_at > $3
      ORDER BY deleted_at DESC, id DESC LIMIT 20`,
    values: [authorId, videoId, addSeconds(now(), -TOLD_DAYS * 86_400)],
  })
  return found.map(({ deleted_at, ...row }) => ({ ...row, removed_at: deleted_at.toISOString() }))
}

/** One comment as everybody sees it. */
export async function readComment(on: Queryable, id: string): Promise<Comment> {
  const row = await firstRow<CommentRow>(on, {
    name: 'comment-by-id',
    text: `SELECT ${commentColumns} FROM comment c ${commentJoins} WHERE c.id = $1`,
    values: [id],
  })
  if (!row) throw new NotFoundError()
  return presentComment(row)
}

/** A comment as everybody sees it. */
export function presentComment(row: CommentRow): Comment {
  return {
    id: row.id,
    text: row.text,
    author: {
      id: row.author_id,
      username: row.username,
      display_name: row.display_name,
      avatar: row.avatar_url ?? '',
    },
    created_at: row.created_at.toISOString(),
  }
}
