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

/** A comment under a video; a removed comment is not found. */
type Place = { readonly videoId: string; readonly commentId: string }

/**
 * @param text trimmed, 1 to 500 characters
 * @throws NotFoundError unless the video is approved
 * @throws UnauthenticatedError if the author's account was closed meanwhile
 */
export async function addComment(draft: { videoId: string; author: Actor; text: string }): Promise<Comment> {
  const id = newId()
  await transaction(async (tx) => {
    await lockLiveAccount(tx, draft.author.id)
    await changeCount(tx, draft.videoId, 1)
    await tx.kysely
      .insertInto('comment')
      .values({ id, videoId: draft.videoId, authorId: draft.author.id, text: draft.text, createdAt: now() })
      .execute()
  })
  return readComment(id)
}

/**
 * Removes a comment; its row stays for the officers.
 * @throws NotFoundError; ForbiddenError for anybody but the author and officers
 */
export function removeComment(place: Place, actor: Actor, address: string): Promise<void> {
  return transaction(async (tx) => {
    const found = await lockComment(tx, place)
    const isAuthor = found.authorId === actor.id
    if (!isAuthor && !isOfficer(actor)) throw new ForbiddenError()
    await takeAway(tx, place, { actor, reason: '' })
    if (!isAuthor) await auditRemoval(tx, place, found, { actor, reason: '', address })
  })
}

/** `reason` is '' if none is required. */
type Removal = { readonly actor: { readonly id: string }; readonly reason: string }

/** Removes a comment and updates the video's count. The caller has locked the comment. */
export async function takeAway(tx: Tx, place: Place, { actor, reason }: Removal): Promise<void> {
  await tx.kysely
    .updateTable('comment')
    .set({ deletedAt: now(), deletedBy: actor.id, removalReason: reason })
    .where('id', '=', place.commentId)
    .execute()
  await changeCount(tx, place.videoId, -1)
}

/**
 * The record omits the text: the audit is permanent, and the text is erased when the author closes the
 * account.
 */
export function auditRemoval(
  tx: Tx,
  place: Place,
  found: { authorId: string },
  { actor, reason, address }: Removal & { address: string },
): Promise<void> {
  return recordAudit(tx, {
    actor,
    action: 'comment.removed',
    subject: { type: 'comment', id: place.commentId },
    before: { video_id: place.videoId, author_id: found.authorId },
    ...(reason ? { after: { reason } } : {}),
    address,
  })
}

/**
 * @throws NotFoundError, RuleError own_comment, already_reported (409)
 * @throws UnauthenticatedError if the reporter's account was closed meanwhile
 */
export function reportComment(place: Place, reporter: Actor, reason: string): Promise<void> {
  return transaction(async (tx) => {
    await lockLiveAccount(tx, reporter.id)
    const { authorId } = await lockComment(tx, place)
    if (authorId === reporter.id) throw new RuleError('own_comment.report', 409)
    const added = await tx.kysely
      .insertInto('commentReport')
      .values({ commentId: place.commentId, reporterId: reporter.id, reason, createdAt: now() })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (added.numInsertedOrUpdatedRows === 0n) throw new RuleError('already_reported', 409)
  })
}

/** @throws NotFoundError */
async function lockComment(tx: Tx, place: Place): Promise<{ authorId: string }> {
  const found = await tx.kysely
    .selectFrom('comment')
    .select('authorId')
    .where('id', '=', place.commentId)
    .where('videoId', '=', place.videoId)
    .where('deletedAt', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!found) throw new NotFoundError()
  return found
}

/** Call it in the transaction that changes the comments. @throws NotFoundError */
async function changeCount(tx: Tx, videoId: string, by: 1 | -1): Promise<void> {
  const changed = await tx.kysely
    .updateTable('video')
    .set((eb) => ({ commentCount: eb('commentCount', '+', by) }))
    .where('id', '=', videoId)
    // Comments are added only under approved videos, but removed anywhere.
    .$if(by > 0, (of) => of.where('status', '=', 'approved'))
    .executeTakeFirst()
  if (changed.numUpdatedRows === 0n) throw new NotFoundError()
  await emit(tx, publicContentChanged, { what: 'videos' })
}
