import type { Comment } from '#lib/contract/comments/calls.ts'
import { now } from '#lib/core/clock.ts'
import { ForbiddenError, NotFoundError, RuleError } from '#lib/core/errors.ts'
import { newId } from '#lib/core/ids.ts'
import { emit, type Tx, transaction } from '#lib/core/outbox.ts'
import { lockLiveAccount } from '#lib/domain/accounts/live-account.ts'
import type { Actor } from '#lib/domain/accounts/schema.ts'
import { recordAudit } from '#lib/domain/audit/commands.ts'
import { publicContentChanged } from '#lib/domain/challenges/events.ts'
import { isOfficer } from '#lib/domain/videos/policy.ts'
import { readComment } from './queries.ts'

/** A comment among those of a video; one that was taken away is not there. */
type Place = { readonly videoId: string; readonly commentId: string }

/**
 * Puts a comment under an approved video.
 * @param text trimmed, 1 to 500 characters
 * @throws NotFoundError for any other video
 * @throws UnauthenticatedError where the author's account was closed meanwhile
 */
export function addComment(draft: { videoId: string; author: Actor; text: string }): Promise<Comment> {
  return transaction(async (tx) => {
    await lockLiveAccount(tx, draft.author.id)
    await changeCount(tx, draft.videoId, 1)
    const id = newId()
    await tx.prisma.comment.create({
      data: { id, videoId: draft.videoId, authorId: draft.author.id, text: draft.text, createdAt: now() },
    })
    return readComment(tx.prisma, id)
  })
}

/**
 * Takes a comment away; its row stays for the officers.
 * @throws NotFoundError, ForbiddenError for others than its author and officers
 */
export function removeComment(place: Place, actor: Actor, address: string): Promise<void> {
  return transaction(async (tx) => {
    const found = await lockComment(tx, place)
    const isAuthor = found.author_id === actor.id
    if (!isAuthor && !isOfficer(actor)) throw new ForbiddenError()
    await takeAway(tx, place, { actor, reason: '' })
    if (!isAuthor) await auditRemoval(tx, place, found, { actor, reason: '', address })
  })
}

/** Who takes a comment away, and why: '' where no reason is asked for. */
type Removal = { readonly actor: { readonly id: string }; readonly reason: string }

/** Takes a locked comment away, and off its video's count. */
export async function takeAway(tx: Tx, place: Place, { actor, reason }: Removal): Promise<void> {
  await tx.prisma.comment.update({
    where: { id: place.commentId },
    data: { deletedAt: now(), deletedBy: actor.id, removalReason: reason },
  })
  await changeCount(tx, place.videoId, -1)
}

/**
 * Puts an officer's removal on record. The text is not in it: the record stays for good, and the comment keeps its text until
 * its author closes the account.
 */
export function auditRemoval(
  tx: Tx,
  place: Place,
  found: { author_id: string },
  { actor, reason, address }: Removal & { address: string },
): Promise<void> {
  return recordAudit(tx, {
    actor,
    action: 'comment.removed',
    subject: { type: 'comment', id: place.commentId },
    before: { video_id: place.videoId, author_id: found.author_id },
    ...(reason ? { after: { reason } } : {}),
    address,
  })
}

/**
 * Tells the officers of a comment.
 * @throws NotFoundError, RuleError own_comment, already_reported (409)
 * @throws UnauthenticatedError where the reporter's account was closed meanwhile
 */
export function reportComment(place: Place, reporter: Actor, reason: string): Promise<void> {
  return transaction(async (tx) => {
    await lockLiveAccount(tx, reporter.id)
    const { author_id } = await lockComment(tx, place)
    if (author_id === reporter.id) throw new RuleError('own_comment.report', 409)
    const added = await tx.prisma.commentReport.createMany({
      data: { commentId: place.commentId, reporterId: reporter.id, reason, createdAt: now() },
      skipDuplicates: true,
    })
    if (added.count === 0) throw new RuleError('already_reported', 409)
  })
}

/** @throws NotFoundError */
async function lockComment(tx: Tx, place: Place): Promise<{ author_id: string }> {
  const found = await tx.kysely
    .selectFrom('comment')
    .select('author_id')
    .where('id', '=', place.commentId)
    .where('video_id', '=', place.videoId)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!found) throw new NotFoundError()
  return found
}

/** Keeps the video's count right, in the transaction that changes its comments. @throws NotFoundError */
async function changeCount(tx: Tx, videoId: string, by: 1 | -1): Promise<void> {
  const changed = await tx.prisma.video.updateMany({
    // New ones only under approved videos; one is taken away wherever it is.
    where: { id: videoId, ...(by > 0 ? { status: 'approved' } : {}) },
    data: { commentCount: { increment: by } },
  })
  if (changed.count === 0) throw new NotFoundError()
  await emit(tx, publicContentChanged, { what: 'videos' })
}
