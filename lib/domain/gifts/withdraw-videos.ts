import type { QueryCreator } from 'kysely'
import type { Video } from '#lib/contract/videos/calls.ts'
import { now } from '#lib/core/clock.ts'
import { NotFoundError, RuleError } from '#lib/core/errors.ts'
import type { AssignmentStatus, DB } from '#lib/core/generated/kysely/tables.ts'
import { anyOf } from '#lib/core/kysely.ts'
import { emit, enqueue, type Tx, transaction } from '#lib/core/outbox.ts'
import { recordAudit } from '#lib/domain/audit/commands.ts'
import { publicContentChanged } from '#lib/domain/challenges/events.ts'
import { notify } from '#lib/domain/notifications/commands.ts'
import type { VideoRemovalReason } from '#lib/domain/payments/schema.ts'
import { paidStates, statesLiteral } from '#lib/domain/payments/states.ts'
import { deleteStillsJob, drawStillsJob } from '#lib/domain/videos/jobs.ts'
import { displayTitle } from '#lib/domain/videos/policy.ts'
import { getVideo } from '#lib/domain/videos/queries.ts'
import type { Review } from '#lib/domain/videos/review-video.ts'
import { lockOutGifts } from './facts.ts'
import { findFree } from './free-places.ts'

export type WithdrawnVideos = {
  readonly of: { readonly videoId: string } | { readonly dancerId: string }
  readonly because: VideoRemovalReason
  readonly sentence: string
  readonly at: Date
}

/**
 * Takes approved videos out of a month that is not closed: out of feed, leaderboard and prizes, without new
 * gifts. Pending payments are held, so that settlement compares each payment time: payments made before still
 * count, later ones are refunded (docs/decisions/0005). Counted votes stay.
 * @returns the ids of the withdrawn videos
 */
export async function withdrawVideos(tx: Tx, which: WithdrawnVideos): Promise<string[]> {
  const { because, sentence, at } = which
  const ids = await approvedVideos(tx, which.of)
  if (ids.length === 0) return []
  // Locks in settlement's order: pending gifts, payments, month, videos.
  await lockOutGifts(tx.client, ids)
  await holdOpenGifts(tx, ids, because)
  const withdrawn = await tx.kysely
    .with('month', openMonths)
    .with('chosen', (db) =>
      db
        .selectFrom('video as v')
        .select('v.id')
        .where('v.id', '=', anyOf(ids))
        .where('v.status', '=', 'approved')
        .where('v.challengeId', 'in', (eb) => eb.selectFrom('month').select('month.id'))
        .orderBy('v.id')
        .forNoKeyUpdate(),
    )
    .updateTable('video as v')
    .from('chosen')
    .set({ status: 'rejected', rejectionReason: sentence, withdrawnAt: at, withdrawnBecause: because })
    .whereRef('chosen.id', '=', 'v.id')
    .returning(['v.id', 'v.assignmentId'])
    .execute()
  await moveAssignments(tx, withdrawn, { from: 'completed', to: 'active' })
  const withdrawnIds = withdrawn.map(({ id }) => id)
  if (withdrawn.length > 0) {
    await emit(tx, publicContentChanged, { what: 'videos' })
    await enqueue(tx, deleteStillsJob, { videoIds: withdrawnIds })
  }
  return withdrawnIds
}

/**
 * Reopens assignments of withdrawn videos, so that the dancer is reminded to post again; completes those of
 * restored videos.
 */
async function moveAssignments(
  tx: Tx,
  videos: readonly { assignmentId: string | null }[],
  { from, to }: { from: AssignmentStatus; to: AssignmentStatus },
): Promise<void> {
  const ids = videos.flatMap(({ assignmentId: id }) => id ?? [])
  await tx.kysely
    .updateTable('trackAssignment')
    .set({ status: to })
    .where('id', '=', anyOf(ids))
    .where('status', '=', from)
    .execute()
}

/** Months that are not closed: their close waits for this transaction. */
const openMonths = (db: QueryCreator<DB>) =>
  db.selectFrom('challenge').select('id').where('phase', '<>', 'closed').forKeyShare()

async function approvedVideos(tx: Tx, of: WithdrawnVideos['of']): Promise<string[]> {
  const found = await tx.kysely
    .selectFrom('video as v')
    .innerJoin('challenge as c', 'c.id', 'v.challengeId')
    .select('v.id')
    .where((eb) => ('videoId' in of ? eb('v.id', '=', of.videoId) : eb('v.dancerId', '=', of.dancerId)))
    .where('v.status', '=', 'approved')
    .where('c.phase', '<>', 'closed')
    .orderBy('v.id')
    .execute()
  return found.map(({ id }) => id)
}

/** Holds also declined gifts: late proof would still credit them. */
async function holdOpenGifts(tx: Tx, videoIds: readonly string[], because: VideoRemovalReason) {
  await tx.kysely
    .updateTable('paymentIntent as i')
    .from((eb) =>
      eb
        .selectFrom('gift as g')
        .innerJoin('paymentIntent as p', 'p.id', 'g.intentId')
        .select('p.id')
        .where('g.videoId', '=', anyOf(videoIds))
        .where('p.state', 'not in', statesLiteral(paidStates))
        .orderBy('p.id')
        .forNoKeyUpdate('p')
        .as('open'),
    )
    .set((eb) => ({ holdReason: eb.fn.coalesce('i.holdReason', eb.val(because)) }))
    .whereRef('open.id', '=', 'i.id')
    .execute()
}

/**
 * Restores the videos of a reactivated dancer, unless the month is closed or another video has the place
 * (free-places.ts). Pending payments count again. The caller has locked the dancer's account.
 */
export async function bringBackVideos(tx: Tx, dancerId: string): Promise<void> {
  const free = await findFree(tx, dancerId)
  const back = await tx.kysely
    .with('month', openMonths)
    .updateTable('video as v')
    .set({ status: 'approved', rejectionReason: '', withdrawnAt: null, withdrawnBecause: null })
    .where('v.id', '=', anyOf(free))
    .where('v.challengeId', 'in', (eb) => eb.selectFrom('month').select('month.id'))
    .returning(['v.id', 'v.assignmentId'])
    .execute()
  if (back.length === 0) return
  await moveAssignments(tx, back, { from: 'active', to: 'completed' })
  await tx.kysely
    .updateTable('paymentIntent as i')
    .from('gift as g')
    .set({ holdReason: null })
    .whereRef('g.intentId', '=', 'i.id')
    .where('g.videoId', '=', anyOf(back.map(({ id }) => id)))
    .where('i.holdReason', '=', 'dancer_inactive')
    .where('i.state', 'not in', statesLiteral(paidStates))
    .execute()
  await emit(tx, publicContentChanged, { what: 'videos' })
  for (const { id } of back) await enqueue(tx, drawStillsJob, { videoId: id })
}

/**
 * Rejects an approved video; its owner reads the reason. Gifts paid before still count (docs/decisions/0005).
 * @throws NotFoundError
 * @throws RuleError not_approved, month_closed (409), own_submission (403)
 */
export async function withdrawVideo(decision: Review & { reason: string }): Promise<Video> {
  const { videoId, officer, reason, address } = decision
  await transaction(async (tx) => {
    const video = await tx.kysely
      .selectFrom('video as v')
      .innerJoin('appUser as u', 'u.id', 'v.dancerId')
      .innerJoin('track as t', 't.id', 'v.trackId')
      .select(['v.status', 'v.kind', 'v.title', 'v.dancerId', 'u.username'])
      .select(['t.title as song', 't.musicianId'])
      .where('v.id', '=', videoId)
      .executeTakeFirst()
    if (!video) throw new NotFoundError()
    if (officer.id === video.dancerId || officer.id === video.musicianId)
      throw new RuleError('own_submission', 403)
    if (video.status !== 'approved') throw new RuleError('not_approved', 409)
    const [withdrawn] = await withdrawVideos(tx, {
      of: { videoId },
      because: 'video_withdrawn',
      sentence: reason,
      at: now(),
    })
    // The video was withdrawn concurrently, or its month is closed.
    if (!withdrawn) throw new RuleError('month_closed.withdraw', 409)
    await tx.kysely
      .updateTable('video')
      .set({ reviewedBy: officer.id, reviewedAt: now() })
      .where('id', '=', videoId)
      .execute()
    await recordAudit(tx, {
      actor: officer,
      action: 'video.withdrawn',
      subject: { type: 'video', id: videoId },
      before: { status: 'approved' },
      after: { status: 'rejected', reason },
      address,
    })
    const title = displayTitle(video.title, video.song, video.username)
    const template = video.kind === 'official' ? 'official_video_rejected' : 'video_rejected'
    await notify(tx, {
      userId: video.dancerId,
      occasion: `${videoId} withdrawn`,
      template,
      data: { title, reason },
    })
  })
  return getVideo(videoId, officer)
}
