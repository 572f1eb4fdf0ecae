import { sql } from 'kysely'
import type {
  ReportedComment,
  ReportedCommentPage,
  ReportedCommentsQuery,
} from '#lib/contract/comments/calls.ts'
import { now } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import { NotFoundError, RuleError } from '#lib/core/errors.ts'
import { anyOf, countRows, kysely } from '#lib/core/kysely.ts'
import type { Tx } from '#lib/core/outbox.ts'
import { makePage, rowsOfPage } from '#lib/core/paging.ts'
import { recordAudit } from '#lib/domain/audit/commands.ts'
import { alreadyDecided } from '#lib/domain/review/errors.ts'
import { hasNoHeldDecision, isDecisionHeld } from '#lib/domain/review/held.ts'
import type { Decider } from '#lib/domain/review/schema.ts'
import { displayTitle } from '#lib/domain/videos/policy.ts'
import { auditRemoval, takeAway } from './commands.ts'
import { presentComment, type ReportedRow, readReported } from './queries.ts'

/** `approve` keeps the comment, `reject` removes it. */
export type Moderation = {
  readonly commentId: string
  readonly action: 'approve' | 'reject'
  /** The author reads the reason if the comment is removed. */
  readonly reason: string
  readonly officer: Decider
  /** The client's network address. */
  readonly address: string
  /** When a held decision was made. */
  readonly decidedAt?: Date
}

type Reported = { authorId: string; videoId: string }

/**
 * Locks a reported comment, and checks that the officer can decide it.
 * @throws NotFoundError if the comment has no open report
 * @throws RuleError own_comment (403), already_decided (409)
 */
export async function checkModeration(tx: Tx, { commentId, officer }: Moderation): Promise<Reported> {
  const found = await tx.kysely
    .selectFrom('comment')
    .select(['authorId', 'videoId'])
    .where('id', '=', commentId)
    .where('deletedAt', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  // Counted after the lock: its former holder may have dismissed the reports.
  const open = await countRows(
    tx.kysely.selectFrom('commentReport').where('commentId', '=', commentId).where('dismissedAt', 'is', null),
  )
  if (!found || open === 0) throw new NotFoundError()
  if (found.authorId === officer.id) throw new RuleError('own_comment', 403)
  if (await isDecisionHeld(tx.client, { type: 'comment', id: commentId })) throw alreadyDecided('comment')
  return found
}

/**
 * Sends no mail: the author reads the reason in the comment's place.
 * @throws as `checkModeration`
 */
export async function moderate(tx: Tx, moderation: Moderation): Promise<void> {
  const found = await checkModeration(tx, moderation)
  if (moderation.action === 'approve') return keep(tx, moderation)
  const { commentId, officer: actor, reason, address } = moderation
  const place = { videoId: found.videoId, commentId }
  await takeAway(tx, place, { actor, reason })
  await auditRemoval(tx, place, found, { actor, reason, address })
}

/**
 * Dismisses the open reports. Reports after the decision stay open, because the officer has not read them.
 * Other users may still report the comment.
 */
async function keep(tx: Tx, { commentId, officer, address, decidedAt = now() }: Moderation): Promise<void> {
  const dismissed = await tx.kysely
    .updateTable('commentReport')
    .set({ dismissedAt: now(), dismissedBy: officer.id })
    .where('commentId', '=', commentId)
    .where('dismissedAt', 'is', null)
    .where('createdAt', '<=', decidedAt)
    .executeTakeFirst()
  await recordAudit(tx, {
    actor: officer,
    action: 'comment.kept',
    subject: { type: 'comment', id: commentId },
    after: { reports_dismissed: Number(dismissed.numUpdatedRows) },
    address,
  })
}

/** Selects for each reported comment the time of its oldest open report and of its last dismissal. */
const reports = () =>
  kysely(db())
    .selectFrom('commentReport')
    .groupBy('commentId')
    .select((eb) => [
      'commentId',
      eb.fn.min('createdAt').filterWhere('dismissedAt', 'is', null).as('openSince'),
      eb.fn.max('dismissedAt').as('dismissedAt'),
    ])

/** Starts from the few reports; OFFSET 0 forces a lookup of each comment by key. */
const commentsOf = (of: ReturnType<typeof reports>) =>
  kysely(db())
    .selectFrom(of.as('r'))
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('comment')
          .select(['id', 'authorId', 'deletedAt', 'deletedBy'])
          .whereRef('id', '=', 'r.commentId')
          .offset(sql.lit(0))
          .as('c'),
      (join) => join.onTrue(),
    )

const howMany = sql<number>`(count(*) OVER ())::int4`.as('count')

/** `open` lists the oldest report first, the others the newest decision first. */
const lists = {
  open: () =>
    commentsOf(reports().where('dismissedAt', 'is', null))
      .where('c.deletedAt', 'is', null)
      .where((eb) => hasNoHeldDecision(eb.ref('c.id'), 'comment'))
      .orderBy('r.openSince')
      .orderBy('c.id')
      .select(['c.id', howMany]),
  // Few comments are removed and these have an index, so the query excludes them instead of reading the
  // others.
  kept: () =>
    kysely(db())
      .selectFrom(reports().as('r'))
      .where('r.openSince', 'is', null)
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('comment as c')
              .select('c.id')
              .whereRef('c.id', '=', 'r.commentId')
              .where('c.deletedAt', 'is not', null),
          ),
        ),
      )
      .orderBy('r.dismissedAt', 'desc')
      .orderBy('r.commentId', 'desc')
      .select(['r.commentId as id', howMany]),
  removed: () =>
    commentsOf(reports())
      .where('c.deletedAt', 'is not', null)
      .whereRef('c.deletedBy', '<>', 'c.authorId')
      .orderBy('c.deletedAt', 'desc')
      .orderBy('c.id', 'desc')
      .select(['c.id', howMany]),
}

/** @throws NotFoundError `page_unknown` past the end */
export async function listReported({
  page,
  page_size,
  status,
}: ReportedCommentsQuery): Promise<ReportedCommentPage> {
  const picked = await lists[status]()
    .limit(page_size)
    .offset((page - 1) * page_size)
    .execute()
  // Only a page past the end has no row with the count.
  const count = picked[0]?.count ?? 0
  rowsOfPage(count, page, page_size)
  const ids = picked.map(({ id }) => id)
  const found = await readReported(ids)
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

async function readUsernames(found: readonly ReportedRow[]): Promise<ReadonlyMap<string, string>> {
  const ids = found.flatMap(({ deletedBy, reports }) => [
    deletedBy,
    ...reports.flatMap(({ reporterId, dismissedBy }) => [reporterId, dismissedBy]),
  ])
  const users = await kysely(db())
    .selectFrom('appUser')
    .select(['id', 'username'])
    .where('id', '=', anyOf(ids.filter((id) => id !== null)))
    .execute()
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

/** The last decision; none while a report is open. */
function decisionOf({ deletedBy, deletedAt, reports }: ReportedRow, status: ReportedComment['status']) {
  if (status === 'open') return { by: null, at: null }
  if (status === 'removed') return { by: deletedBy, at: deletedAt }
  const [last] = reports.toSorted((a, b) => Number(b.dismissedAt) - Number(a.dismissedAt))
  return { by: last?.dismissedBy ?? null, at: last?.dismissedAt ?? null }
}
