import { sql } from 'kysely'
import type {
  ReportedComment,
  ReportedCommentPage,
  ReportedCommentsQuery,
} from '#lib/contract/comments/calls.ts'
import { now } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import { NotFoundError, RuleError } from '#lib/core/errors.ts'
import type { Prisma } from '#lib/core/generated/prisma/client.ts'
import { kysely } from '#lib/core/kysely.ts'
import type { Tx } from '#lib/core/outbox.ts'
import { makePage, rowsOfPage } from '#lib/core/paging.ts'
import { prisma } from '#lib/core/prisma.ts'
import { recordAudit } from '#lib/domain/audit/commands.ts'
import { alreadyDecided } from '#lib/domain/review/errors.ts'
import { hasNoHeldDecision, isDecisionHeld } from '#lib/domain/review/held.ts'
import type { Decider } from '#lib/domain/review/schema.ts'
import { displayTitle } from '#lib/domain/videos/policy.ts'
import { auditRemoval, takeAway } from './commands.ts'
import { commentFields, presentComment } from './queries.ts'

/** What an officer decides about a reported comment: approve keeps it, reject takes it away. */
export type Moderation = {
  readonly commentId: string
  readonly action: 'approve' | 'reject'
  /** For its author, if it is taken away. */
  readonly reason: string
  readonly officer: Decider
  /** Where the officer's request came from. */
  readonly address: string
  /** If the decision was held first: when it was taken. */
  readonly decidedAt?: Date
}

type Reported = { author_id: string; video_id: string }

/**
 * Locks a reported comment and refuses what cannot be decided.
 * @throws NotFoundError if it has no open report
 * @throws RuleError own_comment (403), already_decided (409)
 */
export async function checkModeration(tx: Tx, { commentId, officer }: Moderation): Promise<Reported> {
  const found = await tx.kysely
    .selectFrom('comment')
    .select(['author_id', 'video_id'])
    .where('id', '=', commentId)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  // Read after the lock: whoever held it may have dismissed the reports.
  const open = await tx.prisma.commentReport.count({ where: { commentId, dismissedAt: null } })
  if (!found || open === 0) throw new NotFoundError()
  if (found.author_id === officer.id) throw new RuleError('own_comment', 403)
  if (await isDecisionHeld(tx.client, { type: 'comment', id: commentId })) throw alreadyDecided('comment')
  return found
}

/**
 * Keeps a reported comment, or takes it away. No mail is sent: its author reads the reason where the comment stood.
 * @throws as `checkModeration`
 */
export async function moderate(tx: Tx, moderation: Moderation): Promise<void> {
  const found = await checkModeration(tx, moderation)
  if (moderation.action === 'approve') return keep(tx, moderation)
  const { commentId, officer: actor, reason, address } = moderation
  const place = { videoId: found.video_id, commentId }
  await takeAway(tx, place, { actor, reason })
  await auditRemoval(tx, place, found, { actor, reason, address })
}

/**
 * Dismisses the open reports. What was reported after the decision was taken stays open, because the officer has not read it.
 * Whoever has not reported it yet may still do so, and then it is looked at again.
 */
async function keep(tx: Tx, { commentId, officer, address, decidedAt = now() }: Moderation): Promise<void> {
  const dismissed = await tx.prisma.commentReport.updateMany({
    where: { commentId, dismissedAt: null, createdAt: { lte: decidedAt } },
    data: { dismissedAt: now(), dismissedBy: officer.id },
  })
  await recordAudit(tx, {
    actor: officer,
    action: 'comment.kept',
    subject: { type: 'comment', id: commentId },
    after: { reports_dismissed: dismissed.count },
    address,
  })
}

/** The reports of each comment: how many are open, since when, and when the last was dismissed. */
const reports = () =>
  kysely(db())
    .selectFrom('comment_report')
    .groupBy('comment_id')
    .select((eb) => [
      'comment_id',
      eb.fn.min('created_at').filterWhere('dismissed_at', 'is', null).as('open_since'),
      eb.fn.max('dismissed_at').as('dismissed_at'),
    ])

/** Comments `c` with their reports `r`. Reports are few: they come first, and each comment by its key. */
const commentsOf = (of: ReturnType<typeof reports>) =>
  kysely(db())
    .selectFrom(of.as('r'))
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('comment')
          .select(['id', 'author_id', 'deleted_at', 'deleted_by'])
          .whereRef('id', '=', 'r.comment_id')
          .offset(sql.lit(0))
          .as('c'),
      (join) => join.onTrue(),
    )

const howMany = sql<number>`(count(*) OVER ())::int4`.as('count')

/** Which comments each list has and how many, ordered by the oldest open report or the newest decision. */
const lists = {
  open: () =>
    commentsOf(reports().where('dismissed_at', 'is', null))
      .where('c.deleted_at', 'is', null)
      .where((eb) => hasNoHeldDecision(eb.ref('c.id'), 'comment'))
      .orderBy('r.open_since')
      .orderBy('c.id')
      .select(['c.id', howMany]),
  // Nearly all of them are still there: those that are gone, which have an index, are left out.
  kept: () =>
    kysely(db())
      .selectFrom(reports().as('r'))
      .where('r.open_since', 'is', null)
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('comment as c')
              .select('c.id')
              .whereRef('c.id', '=', 'r.comment_id')
              .where('c.deleted_at', 'is not', null),
          ),
        ),
      )
      .orderBy('r.dismissed_at', 'desc')
      .orderBy('r.comment_id', 'desc')
      .select(['r.comment_id as id', howMany]),
  removed: () =>
    commentsOf(reports())
      .where('c.deleted_at', 'is not', null)
      .whereRef('c.deleted_by', '<>', 'c.author_id')
      .orderBy('c.deleted_at', 'desc')
      .orderBy('c.id', 'desc')
      .select(['c.id', howMany]),
}

/** The officers' list of reported comments. @throws NotFoundError 'Invalid page.' past the end */
export async function listReported({
  page,
  page_size,
  status,
}: ReportedCommentsQuery): Promise<ReportedCommentPage> {
  const picked = await lists[status]()
    .limit(page_size)
    .offset((page - 1) * page_size)
    .execute()
  // Only a page past the end has no comment that says how many there are.
  const count = picked[0]?.count ?? 0
  rowsOfPage(count, page, page_size)
  const ids = picked.map(({ id }) => id)
  const found = await prisma().comment.findMany({ where: { id: { in: ids } }, select: reportedFields })
  const names = await readUsernames(found)
  return makePage(
    '/users/compliance/reported-comments/',
    { status, page_size },
    { count, page, page_size },
    found
      .sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
      .map((comment) => presentReported(comment, status, names)),
  )
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

type ReportedRow = Prisma.CommentGetPayload<{ select: typeof reportedFields }>

/** The usernames of those who reported and of the officers who decided, by their ids. */
async function readUsernames(found: readonly ReportedRow[]): Promise<ReadonlyMap<string, string>> {
  const ids = found.flatMap(({ deletedBy, reports }) => [
    deletedBy,
    ...reports.flatMap(({ reporterId, dismissedBy }) => [reporterId, dismissedBy]),
  ])
  const users = await prisma().user.findMany({
    where: { id: { in: ids.filter((id) => id !== null) } },
    select: { id: true, username: true },
  })
  return new Map(users.map(({ id, username }) => [id, username]))
}

function presentReported(
  row: ReportedRow,
  status: ReportedComment['status'],
  names: ReadonlyMap<string, string>,
): ReportedComment {
  const { video, removalReason } = row
  const decision = decisionOf(row, status)
  return {
    ...presentComment(row),
    video: { id: video.id, title: displayTitle(video.title, video.track.title, video.dancer.username) },
    reports: row.reports
      .filter(({ dismissedAt }) => status !== 'open' || dismissedAt === null)
      .map(({ reporterId, reason, createdAt }) => ({
        reporter: names.get(reporterId) ?? '',
        reason,
        reported_at: createdAt.toISOString(),
      })),
    status,
    decided_by: (decision.by && names.get(decision.by)) ?? null,
    decided_at: decision.at?.toISOString() ?? null,
    removal_reason: removalReason,
  }
}

/** Who decided about a comment last, and when; nobody yet where a report is open. */
function decisionOf({ deletedBy, deletedAt, reports }: ReportedRow, status: ReportedComment['status']) {
  if (status === 'open') return { by: null, at: null }
  if (status === 'removed') return { by: deletedBy, at: deletedAt }
  const [last] = reports.toSorted((a, b) => Number(b.dismissedAt) - Number(a.dismissedAt))
  return { by: last?.dismissedBy ?? null, at: last?.dismissedAt ?? null }
}
