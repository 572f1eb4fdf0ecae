import { type QueryCreator, sql } from 'kysely'
import type { Video } from '#lib/contract/videos/calls.ts'
import { now } from '#lib/core/clock.ts'
import { NotFoundError, RuleError } from '#lib/core/errors.ts'
import type { AssignmentStatus, DB } from '#lib/core/generated/kysely/tables.ts'
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

/** Which videos leave their month, why, and what their owner reads. */
export type WithdrawnVideos = {
  readonly of: { readonly videoId: string } | { readonly dancerId: string }
  readonly because: VideoRemovalReason
  readonly sentence: string
  readonly at: Date
}

/**
 * Takes approved videos out of a month that is not closed: out of feed, leaderboard and prizes, and no gift is ordered for
 * them from now on. Payments that are under way are held, so that settlement looks at when each was paid: before this moment it counts,
 * after it, it is sent back (docs/decisions/0005). What has counted stays.
 * @returns the ids of those that were withdrawn
 */
export async function withdrawVideos(tx: Tx, which: WithdrawnVideos): Promise<string[]> {
  const { because, sentence, at } = which
  const ids = await approvedVideos(tx, which.of)
  if (ids.length === 0) return []
  // In settlement's order: gifts that are being made, then payments, then the month, then videos.
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
        .where('v.challenge_id', 'in', (eb) => eb.selectFrom('month').select('month.id'))
        .orderBy('v.id')
        .forNoKeyUpdate(),
    )
    .updateTable('video as v')
    .from('chosen')
    .set({ status: 'rejected', rejection_reason: sentence, withdrawn_at: at, withdrawn_because: because })
    .whereRef('chosen.id', '=', 'v.id')
    .returning(['v.id', 'v.assignment_id'])
    .execute()
  await moveAssignments(tx, withdrawn, { from: 'completed', to: 'active' })
  const withdrawnIds = withdrawn.map(({ id }) => id)
  if (withdrawn.length > 0) {
    await emit(tx, publicContentChanged, { what: 'videos' })
    await enqueue(tx, deleteStillsJob, { videoIds: withdrawnIds })
  }
  return withdrawnIds
}

/** A track whose video is gone waits for another one, and its dancer is reminded of it; with a video that is back it does not. */
async function moveAssignments(
  tx: Tx,
  videos: readonly { assignment_id: string | null }[],
  { from, to }: { from: AssignmentStatus; to: AssignmentStatus },
): Promise<void> {
  const ids = videos.flatMap(({ assignment_id: id }) => id ?? [])
  await tx.prisma.trackAssignment.updateMany({
    where: { id: { in: ids }, status: from },
    data: { status: to },
  })
}

/** The months that are not closed: their close waits for this transaction. */
const openMonths = (db: QueryCreator<DB>) =>
  db.selectFrom('challenge').select('id').where('phase', '<>', 'closed').forKeyShare()

const anyOf = (ids: readonly string[]) => sql<string>`any(${ids}::uuid[])`

async function approvedVideos(tx: Tx, of: WithdrawnVideos['of']): Promise<string[]> {
  const found = await tx.prisma.video.findMany({
    where: {
      ...('videoId' in of ? { id: of.videoId } : { dancerId: of.dancerId }),
      status: 'approved',
      challenge: { phase: { not: 'closed' } },
    },
    orderBy: { id: 'asc' },
    select: { id: true },
  })
  return found.map(({ id }) => id)
}

/** Those that are declined too: late proof would still credit them. */
async function holdOpenGifts(tx: Tx, videoIds: readonly string[], because: VideoRemovalReason) {
  await tx.kysely
    .updateTable('payment_intent as i')
    .from((eb) =>
      eb
        .selectFrom('gift as g')
        .innerJoin('payment_intent as p', 'p.id', 'g.intent_id')
        .select('p.id')
        .where('g.video_id', '=', anyOf(videoIds))
        .where('p.state', 'not in', statesLiteral(paidStates))
        .orderBy('p.id')
        .forNoKeyUpdate('p')
        .as('open'),
    )
    .set((eb) => ({ hold_reason: eb.fn.coalesce('i.hold_reason', eb.val(because)) }))
    .whereRef('open.id', '=', 'i.id')
    .execute()
}

/**
 * Brings back the videos of a dancer who is active again, unless their month is closed or another video has their place
 * meanwhile (free-places.ts). What is under way for them counts as before. The caller holds the dancer's account.
 */
export async function bringBackVideos(tx: Tx, dancerId: string): Promise<void> {
  const free = await findFree(tx, dancerId)
  const back = await tx.kysely
    .with('month', openMonths)
    .updateTable('video as v')
    .set({ status: 'approved', rejection_reason: '', withdrawn_at: null, withdrawn_because: null })
    .where('v.id', '=', anyOf(free))
    .where('v.challenge_id', 'in', (eb) => eb.selectFrom('month').select('month.id'))
    .returning(['v.id', 'v.assignment_id'])
    .execute()
  if (back.length === 0) return
  await moveAssignments(tx, back, { from: 'active', to: 'completed' })
  await tx.kysely
    .updateTable('payment_intent as i')
    .from('gift as g')
    .set({ hold_reason: null })
    .whereRef('g.intent_id', '=', 'i.id')
    .where('g.video_id', '=', anyOf(back.map(({ id }) => id)))
    .where('i.hold_reason', '=', 'dancer_inactive')
    .where('i.state', 'not in', statesLiteral(paidStates))
    .execute()
  await emit(tx, publicContentChanged, { what: 'videos' })
  for (const { id } of back) await enqueue(tx, drawStillsJob, { videoId: id })
}

/**
 * Takes a video that was approved out of its month: it is rejected from now on, and its owner reads why. Gifts that were
 * paid before still count (docs/decisions/0005).
 * @throws NotFoundError
 * @throws RuleError not_approved, month_closed (409), own_submission (403)
 */
export async function withdrawVideo(decision: Review & { reason: string }): Promise<Video> {
  const { videoId, officer, reason, address } = decision
  await transaction(async (tx) => {
    const video = await tx.prisma.video.findUnique({
      where: { id: videoId },
      select: {
        status: true,
        kind: true,
        title: true,
        dancerId: true,
        dancer: { select: { username: true } },
        track: { select: { title: true, musicianId: true } },
      },
    })
    if (!video) throw new NotFoundError()
    if (officer.id === video.dancerId || officer.id === video.track.musicianId)
      throw new RuleError('own_submission', 403)
    if (video.status !== 'approved') throw new RuleError('not_approved', 409)
    const [withdrawn] = await withdrawVideos(tx, {
      of: { videoId },
      because: 'video_withdrawn',
      sentence: reason,
      at: now(),
    })
    // Withdrawn by somebody else in this moment, or its month is over.
    if (!withdrawn) throw new RuleError('month_closed.withdraw', 409)
    await tx.prisma.video.updateMany({
      where: { id: videoId },
      data: { reviewedById: officer.id, reviewedAt: now() },
    })
    await recordAudit(tx, {
      actor: officer,
      action: 'video.withdrawn',
      subject: { type: 'video', id: videoId },
      before: { status: 'approved' },
      after: { status: 'rejected', reason },
      address,
    })
    const title = displayTitle(video.title, video.track.title, video.dancer.username)
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
