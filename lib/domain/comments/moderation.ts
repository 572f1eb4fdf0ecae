import type { ReportedComment, ReportedCommentPage, ReportedCommentsQuery } from '#lib/contract/comments.ts'
import { now } from '#lib/core/clock.ts'
import { db, firstRow, rows } from '#lib/core/db.ts'
import { NotFoundError, RuleError } from '#lib/core/errors.ts'
import { type Tx, transaction } from '#lib/core/outbox.ts'
import { makePage, rowsOfPage } from '#lib/core/paging.ts'
import type { Actor } from '#lib/domain/accounts/schema.ts'
import { recordAudit } from '#lib/domain/audit/commands.ts'
import { displayTitle } from '#lib/domain/videos/policy.ts'
import { auditRemoval, takeAway } from './commands.ts'
import { type CommentRow, commentColumns, commentJoins, presentComment } from './queries.ts'

/** `address` is where the officer's request came from. */
export type Moderation = { readonly commentId: string; readonly officer: Actor; readonly address: string }

/**
 * Leaves a reported comment where it is: the reports that are open are dismissed. Whoever has not reported it yet may
 * still do so, and then it is looked at again.
 * @throws NotFoundError where it has no open report
 * @throws RuleError own_comment (403)
 */
export function keepComment({ commentId, officer, address }: Moderation): Promise<void> {
  return transaction(async (tx) => {
    await lockReported(tx, commentId, officer)
    const dismissed = await tx.client.query(
      'UPDATE comment_report SET dismissed_at = $2, dismissed_by = $3 WHERE comment_id = $1 AND dismissed_at IS NULL',
      [commentId, now(), officer.id],
    )
    await recordAudit(tx, {
      actor: officer,
      action: 'comment.kept',
      subject: { type: 'comment', id: commentId },
      after: { reports_dismissed: dismissed.rowCount ?? 0 },
      address,
    })
  })
}

/**
 * Takes a reported comment away. No mail is sent: its author reads the reason where the comment stood.
 * @throws as `keepComment`
 */
export function removeReported(removal: Moderation & { readonly reason: string }): Promise<void> {
  const { commentId, officer: actor, reason, address } = removal
  return transaction(async (tx) => {
    const found = await lockReported(tx, commentId, actor)
    const place = { videoId: found.video_id, commentId }
    await takeAway(tx, place, { actor, reason })
    await auditRemoval(tx, place, found, { actor, reason, address })
  })
}

type Reported = { author_id: string; video_id: string; text: string }

async function lockReported({ client }: Tx, id: string, officer: Actor): Promise<Reported> {
  const found = await firstRow<Reported>(client, {
    name: 'comment-lock-reported',
    text: 'SELECT author_id, video_id, text FROM comment WHERE id = $1 AND deleted_at IS NULL FOR NO KEY UPDATE',
    values: [id],
  })
  // A statement of its own after the lock: who held it may have dismissed the reports.
  const open = await firstRow(
    client,
    'SELECT FROM comment_report WHERE comment_id = $1 AND dismissed_at IS NULL',
    [id],
  )
  if (!found || !open) throw new NotFoundError()
  if (found.author_id === officer.id)
    throw new RuleError('own_comment', 'You cannot decide about your own comment.', 403)
  return found
}

type ReportedRow = CommentRow & {
  video_id: string
  title: string
  track_title: string
  dancer: string
  status: ReportedComment['status']
  decided_by: string | null
  decided_at: Date | null
  removal_reason: string
  reports: ReportedComment['reports']
}

/** How each status is told apart, who decided, and what comes first. */
const lists = {
  open: {
    where: `c.deleted_at IS NULL AND EXISTS (SELECT FROM comment_report r WHERE r.comment_id = c.id AND r.dismissed_at IS NULL)`,
    decided: 'NULL::uuid AS decided_by, NULL::timestamptz AS decided_at',
    order:
      '(SELECT min(created_at) FROM comment_report r WHERE r.comment_id = c.id AND r.dismissed_at IS NULL), c.id',
    reports: 'AND r.dismissed_at IS NULL',
  },
  kept: {
    where: `c.deleted_at IS NULL AND EXISTS (SELECT FROM comment_report r WHERE r.comment_id = c.id)
      AND NOT EXISTS (SELECT FROM comment_report r WHERE r.comment_id = c.id AND r.dismissed_at IS NULL)`,
    decided: `(SELECT dismissed_by FROM comment_report r WHERE r.comment_id = c.id ORDER BY dismissed_at DESC LIMIT 1) AS decided_by,
      (SELECT max(dismissed_at) FROM comment_report r WHERE r.comment_id = c.id) AS decided_at`,
    order: '(SELECT max(dismissed_at) FROM comment_report r WHERE r.comment_id = c.id) DESC, c.id DESC',
    reports: '',
  },
  removed: {
    where: `c.deleted_at IS NOT NULL AND c.deleted_by <> c.author_id
      AND EXISTS (SELECT FROM comment_report r WHERE r.comment_id = c.id)`,
    decided: 'c.deleted_by AS decided_by, c.deleted_at AS decided_at',
    order: 'c.deleted_at DESC, c.id DESC',
    reports: '',
  },
} as const

/** The officers' list of reported comments. @throws NotFoundError 'Invalid page.' past the end */
export async function listReported({
  page,
  page_size,
  status,
}: ReportedCommentsQuery): Promise<ReportedCommentPage> {
  const list = lists[status]
  const counted = await firstRow<{ count: number }>(db(), {
    name: `comments-reported-count-${status}`,
    text: `SELECT count(*)::int AS count FROM comment c WHERE ${list.where}`,
  })
  const count = counted?.count ?? 0
  const { limit, offset } = rowsOfPage(count, page, page_size)
  const found = await rows<ReportedRow>(db(), {
    name: `comments-reported-${status}`,
    text: `SELECT ${commentColumns}, v.id AS video_id, v.title, t.title AS track_title, d.username AS dancer,
        c.removal_reason, o.username AS decided_by, c.decided_at,
        (SELECT jsonb_agg(jsonb_build_object('reporter', u.username, 'reason', r.reason, 'reported_at',
            to_char(r.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) ORDER BY r.created_at DESC)
          FROM comment_report r JOIN app_user u ON u.id = r.reporter_id WHERE r.comment_id = c.id ${list.reports}) AS reports
      FROM (SELECT c.*, ${list.decided}, row_number() OVER (ORDER BY ${list.order}) AS place FROM comment c
        WHERE ${list.where} ORDER BY place LIMIT $1 OFFSET $2) c
      ${commentJoins} JOIN video v ON v.id = c.video_id JOIN track t ON t.id = v.track_id
      JOIN app_user d ON d.id = v.dancer_id LEFT JOIN app_user o ON o.id = c.decided_by ORDER BY c.place`,
    values: [limit, offset],
  })
  return makePage(
    '/users/compliance/reported-comments/',
    { status, page_size },
    { count, page, page_size },
    found.map((row) => presentReported(row, status)),
  )
}

function presentReported(row: ReportedRow, status: ReportedComment['status']): ReportedComment {
  return {
    ...presentComment(row),
    video: { id: row.video_id, title: displayTitle(row.title, row.track_title, row.dancer) },
    reports: row.reports,
    status,
    decided_by: row.decided_by,
    decided_at: row.decided_at?.toISOString() ?? null,
    removal_reason: row.removal_reason,
  }
}
